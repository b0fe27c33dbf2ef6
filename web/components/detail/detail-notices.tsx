import type { ApiError } from '../../lib/api-error.ts';
import { useTexts } from '../../lib/i18n/use-texts.ts';
import { Banner } from '../banner.tsx';
import { Button } from '../button.tsx';
import { ErrorPanel } from '../error-panel.tsx';
import { EditLockBanner } from './edit-lock-banner.tsx';
import type { LockState } from './use-edit-lock.ts';

type Props = {
  lock: LockState;
  onGoOn: () => void;
  form: { conflict: boolean; error: ApiError | null; discard: () => void };
};

/** What stands between the reader and saving: somebody else who edits, newer values, a refusal. */
export function DetailNotices({ lock, onGoOn, form }: Props) {
  const { detail } = useTexts();
  return (
    <div className="detail-notices">
      <EditLockBanner lock={lock} onGoOn={onGoOn} />
      {form.conflict && (
        <Banner tone="warning" actions={<Button onClick={form.discard}>{detail.conflictReload}</Button>}>
          <strong>{detail.conflict}</strong> {detail.conflictText}
        </Banner>
      )}
      {form.error && <ErrorPanel error={form.error} title={detail.notSaved} />}
    </div>
  );
}
