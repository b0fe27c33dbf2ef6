import { type DepartmentTree, getDepartmentTree } from '@lectern/contract/features/department.ts';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useLiveEvents } from '../../../lib/live-events.ts';
import { isAnswerOf, queryOf } from '../../../lib/queries.ts';

const tree = queryOf(getDepartmentTree, {}, { quiet: true });

/** Colleges and departments in their order; what an operation did to them is shown as soon as it ends. */
export function useDepartmentTree() {
  const client = useQueryClient();
  useLiveEvents('operation', ({ operation }) => {
    const isOurs = ['college', 'department', 'user'].includes(operation.list);
    if (isOurs && operation.finishedAt) void refreshTree(client);
  });
  return useQuery(tree);
}

export function knownTree(client: QueryClient): DepartmentTree | undefined {
  return client.getQueryData<DepartmentTree>(tree.queryKey);
}

export function setTree(client: QueryClient, change: (known: DepartmentTree) => DepartmentTree): void {
  client.setQueryData<DepartmentTree>(tree.queryKey, (known) => known && change(known));
}

function refreshTree(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ predicate: isAnswerOf([getDepartmentTree]) });
}
