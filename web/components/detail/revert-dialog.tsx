import type { DetailEndpoints, ObjectActivity } from '@lectern/contract/detail/define-detail.ts';
import { useTexts } from '../../lib/i18n/use-texts.ts';
import { notify } from '../../lib/notifications.ts';
import { useMutationOf } from '../../lib/queries.ts';
import { Button } from '../button.tsx';
import { Dialog } from '../dialog.tsx';
import { ErrorPanel } from '../error-panel.tsx';
import { ChangeTable } from './change-table.tsx';
import { changesOf, type FieldWords } from './field-words.ts';

type Props = {
  call: DetailEndpoints['revertActivity'];
  id: string;
  version: number;
  activity: ObjectActivity;
  current: Readonly<Record<string, unknown>>;
  words: FieldWords;
  onReverted: () => void;
  onClose: () => void;
};

/** Shows what a revert would change now, before it does. */
export function RevertDialog({ call, id, version, activity, current, words, onReverted, onClose }: Props) {
  const { detail, words: common } = useTexts();
  const revert = useMutationOf(call, { quiet: true, idempotent: true });
  const pick = (values: Readonly<Record<string, unknown>> | null) =>
    Object.fromEntries(activity.revertable.map((field) => [field, values?.[field]]));
  const changes = changesOf({ before: pick(current), after: pick(activity.before) }, words);
  const confirm = () =>
    revert.mutate(
      { params: { id, activityId: Number(activity.id) }, body: { version } },
      {
        onSuccess: () => {
          notify({ level: 'success', title: detail.reverted });
          onReverted();
          onClose();
        },
        // The newer version is needed to show what a revert would change now.
        onError: onReverted,
      },
    );
  const footer = (
    <>
      <Button onClick={onClose}>{common.cancel}</Button>
      <Button look="primary" busy={revert.isPending} disabled={changes.length === 0} onClick={confirm}>
        {detail.revertConfirm}
      </Button>
    </>
  );
  return (
    <Dialog open className="detail-revert" title={detail.revertTitle} onClose={onClose} footer={footer}>
      {revert.isError && <ErrorPanel error={revert.error} title={detail.notReverted} />}
      <p>{changes.length > 0 ? detail.revertText : detail.nothingToRevert}</p>
      {changes.length > 0 && (
        <ChangeTable changes={changes} nameOf={words.field} headings={[detail.now, detail.afterRevert]} />
      )}
    </Dialog>
  );
}
