import type { ListPage } from '@lectern/contract/list/define-list.ts';
import { type ListAddress, printAddress } from '@lectern/contract/list/list-address.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApiError } from '../../lib/api-error.ts';
import { queryOf } from '../../lib/queries.ts';
import type { ListDefinition } from './list-definition.ts';

export type ListData<Row> = {
  page: ListPage<Row> | undefined;
  /** The rows on screen belong to the view before this one. */
  outdated: boolean;
  error: ApiError | null;
  fetching: boolean;
  fetchedAt: number;
  refetch(): void;
};

/** The rows of a view. While others are fetched, and when that fails, those that are there stay. */
export function useListData<Row extends { id: string }>(
  { list, endpoint }: ListDefinition<Row>,
  address: ListAddress,
): ListData<Row> {
  const query = useQuery({
    ...queryOf(endpoint, { query: printAddress(list, address) } as never, { quiet: true }),
    placeholderData: keepPreviousData,
    // Nobody is told about a network that is back when calls are made regardless of it.
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
