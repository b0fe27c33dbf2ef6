import { type ColumnNode, listColumnItems, listColumns } from '@lectern/contract/features/column.ts';
import { hasAbility } from '@lectern/contract/roles.ts';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, use } from 'react';
import { useCurrentUser } from '../../lib/current-user.tsx';
import { useLiveEvents } from '../../lib/live-events.ts';
import { isAnswerOf, queryOf } from '../../lib/queries.ts';

const { queryKey } = queryOf(listColumns);

/** All columns; refreshed on resource changes, because these affect the items. */
export function useColumns() {
  const client = useQueryClient();
  useLiveEvents('resource', () => void refreshColumns(client));
  return useQuery(queryOf(listColumns, {}, { quiet: true }));
}

export function useMayManage(): boolean {
  return hasAbility(useCurrentUser().roleId, 'editor');
}

export function knownColumns(client: QueryClient): ColumnNode[] {
  return client.getQueryData<ColumnNode[]>(queryKey) ?? [];
}

export function setColumns(client: QueryClient, change: (columns: ColumnNode[]) => ColumnNode[]): void {
  client.setQueryData<ColumnNode[]>(queryKey, (columns) => columns && change(columns));
}

/** Replaces one column in the cached tree. */
export function keepColumn(client: QueryClient, column: ColumnNode): void {
  setColumns(client, (columns) => columns.map((one) => (one.id === column.id ? column : one)));
}

export function refreshColumns(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ predicate: isAnswerOf([listColumns, listColumnItems]) });
}

type OpenedColumn = { column: ColumnNode; columns: readonly ColumnNode[] };

/** The open column, as context because lazily loaded tabs take no props. */
export const OpenedColumnContext = createContext<OpenedColumn | null>(null);

export function useOpenedColumn(): OpenedColumn {
  const opened = use(OpenedColumnContext);
  if (!opened) throw new Error('No column is open here');
  return opened;
}
