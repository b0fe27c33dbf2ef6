import type { ApiError } from '../../lib/api-error.ts';
import { useCurrentUser } from '../../lib/current-user.tsx';
import { useFormat } from '../../lib/format.ts';
import { sentenceGap } from '../../lib/i18n/punctuation.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { Banner } from '../banner.tsx';
import { Button } from '../button.tsx';
import { ErrorPanel } from '../error-panel.tsx';
import type { LockState } from './use-editing.ts';

type Props = {
  lock: LockState;
  onGoOn: () => void;
  form: { conflict: boolean; error: ApiError | null; discard: () => void };
};

/** What stands in the way of saving: someone else's edit lock, newer values, or an error. */
export function DetailNotices({ lock, onGoOn, form }: Props) {
  const { detail } = useTexts();
  return (
    <div className="detail-notices">
      <EditLockBanner lock={lock} onGoOn={onGoOn} />
      {form.conflict && (
        <Banner tone="warning" actions={<Button onClick={form.discard}>{detail.conflictReload}</Button>}>
          <strong>{detail.conflict}</strong>
          {sentenceGap()}
          {detail.conflictText}
        </Banner>
      )}
      {form.error && <ErrorPanel error={form.error} title={detail.notSaved} />}
    </div>
  );
}

type EditLockBannerProps = { lock: LockState; onGoOn: () => void };

/** Who is editing elsewhere and since when; once they have finished, a button to continue. */
export function EditLockBanner({ lock, onGoOn }: EditLockBannerProps) {
  const { detail } = useTexts();
  const format = useFormat();
  const me = useCurrentUser();
  const { other, finished } = lock;
  if (other) {
    const text = other.holder.id === me.id ? detail.lockedByYou : detail.lockedBy;
    const values = { name: other.holder.name, time: format.time(other.since) };
    return (
      <Banner tone="warning" icon="lock">
        {fillText(text, values)}
      </Banner>
    );
  }
  if (!finished) return null;
  return (
    <Banner tone="info" actions={<Button onClick={onGoOn}>{detail.takeOver}</Button>}>
      {fillText(detail.lockFree, { name: finished.holder.name })}
    </Banner>
  );
}
