import type { ListPage } from '@lectern/contract/list/define-list.ts';
import { type ListAddress, printAddress } from '@lectern/contract/list/list-address.ts';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApiError } from '../../lib/api-error.ts';
import { useLiveEvents } from '../../lib/live-events.ts';
import { isAnswerOf, queryOf } from '../../lib/queries.ts';
import { createStore } from '../../lib/store.ts';
import type { ListDefinition } from './list-definition.ts';

export type ListData<Row> = {
  page: ListPage<Row> | undefined;
  /** The rows on screen belong to the previous view. */
  outdated: boolean;
  error: ApiError | null;
  fetching: boolean;
  fetchedAt: number;
  refetch(): void;
};

/** The rows of a view. Old rows stay while new ones load, and when loading fails. */
export function useListData<Row extends { id: string }>(
  { list, endpoint }: ListDefinition<Row>,
  address: ListAddress,
): ListData<Row> {
  const query = useQuery({
    ...queryOf(endpoint, { query: printAddress(list, address) } as never, { quiet: true }),
    placeholderData: keepPreviousData,
    // Calls don't wait for the network, so React Query doesn't notice reconnects.
    refetchOnReconnect: 'always',
  });
  const fresh = query.data as ListPage<Row> | undefined;
  const [last, setLast] = useState(fresh);
  if (fresh && fresh !== last) setLast(fresh);
  const forbidden = query.error?.status === 403;
  return {
    page: forbidden ? undefined : (fresh ?? last),
    outdated: query.isPlaceholderData || (!fresh && last !== undefined),
    error: query.error,
    fetching: query.isFetching,
    fetchedAt: query.dataUpdatedAt,
    refetch: () => void query.refetch(),
  };
}

/** Refetches the rows when an operation on this list ends. */
export function useListRefresh<Row extends { id: string }>({ list, endpoint }: ListDefinition<Row>): void {
  const client = useQueryClient();
  useLiveEvents('operation', ({ operation }) => {
    if (operation.list !== list.id || operation.finishedAt === null) return;
    void client.invalidateQueries({ predicate: isAnswerOf([endpoint]) });
  });
}

const tilesKey = 'lectern.tiles';

/** Ids of lists shown as tiles in this browser. */
export const tiledLists = createStore<ReadonlySet<string>>(
  new Set((localStorage.getItem(tilesKey) ?? '').split(',').filter(Boolean)),
);

export function toggleTiles(listId: string): void {
  const lists = new Set(tiledLists.get());
  if (!lists.delete(listId)) lists.add(listId);
  tiledLists.set(lists);
  localStorage.setItem(tilesKey, [...lists].join(','));
}
