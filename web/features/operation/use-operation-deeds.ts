import { cancelOperation, type OperationRow, undoOperation } from '@lectern/contract/features/operation.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useTexts } from '../../lib/i18n/use-texts.ts';
import { notify } from '../../lib/notifications.ts';
import { useMutationOf } from '../../lib/queries.ts';
import { putOperation } from './use-operations.ts';

/** What one can do about an operation. */
export function useOperationDeeds() {
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
