import { cancelOperation, type OperationRow, undoOperation } from '@lectern/contract/features/operation.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from '../../components/button.tsx';
import { useFormat } from '../../lib/format.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { notify } from '../../lib/notifications.ts';
import { useMutationOf } from '../../lib/queries.ts';
import { isOpen, nameOf, putOperation } from './use-operations.ts';

/** Stop while it runs, Undo while possible, and the report. */
export function OperationActions({ row, onReport }: { row: OperationRow; onReport: () => void }) {
  const texts = useTexts();
  const { date } = useFormat();
  const { stop, undo, busyId } = useOperationActions();
  const { operation } = texts;
  const name = nameOf(row, texts);
  const busy = busyId === row.id;
  return (
    <span className="operation-actions">
      {isOpen(row) && !row.stopping && (
        <Button
          size="small"
          look="quiet"
          busy={busy}
          aria-label={fillText(operation.stopOf, { name })}
          onClick={() => stop(row.id)}
        >
          {operation.stop}
        </Button>
      )}
      {row.undoUntil && (
        <Button
          size="small"
          look="quiet"
          icon="undo"
          busy={busy}
          aria-label={fillText(operation.undoOf, { name })}
          title={fillText(operation.undoUntil, { date: date(row.undoUntil) })}
          onClick={() => undo(row.id)}
        >
          {operation.undo}
        </Button>
      )}
      <Button size="small" look="quiet" aria-label={fillText(operation.reportOf, { name })} onClick={onReport}>
        {operation.report}
      </Button>
    </span>
  );
}

export function useOperationActions() {
  const client = useQueryClient();
  const { operation: texts } = useTexts();
  const cancelling = useMutationOf(cancelOperation);
  const undoing = useMutationOf(undoOperation, { idempotent: true });
  const put = { onSuccess: (row: OperationRow) => putOperation(client, row) };
  return {
    busyId: cancelling.isPending || undoing.isPending ? pendingId(cancelling, undoing) : undefined,
    stop: (id: string) => cancelling.mutate({ params: { id } }, put),
    undo: (id: string) =>
      undoing.mutate(
        { params: { id } },
        {
          onSuccess: (row) => {
            putOperation(client, row);
            notify({ level: 'info', title: texts.undoBegun, text: texts.undoBegunText });
          },
        },
      ),
  };
}

type Pending = { isPending: boolean; variables: { params?: { id: string } } | undefined };

function pendingId(...mutations: Pending[]): string | undefined {
  return mutations.find((mutation) => mutation.isPending)?.variables?.params?.id;
}
