import { listNotifications, type NotificationRow, readNotifications } from '@lectern/contract/features/notification.ts';
import { type InfiniteData, type QueryClient, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../../lib/api-client.ts';
import type { ApiError } from '../../lib/api-error.ts';
import type { CallOutput } from '../../lib/callable.ts';
import { setUnreadCount } from './unread-count.ts';

type List = CallOutput<typeof listNotifications>;
type Pages = InfiniteData<List, string | undefined>;

const keyOf = (unreadOnly: boolean) => ['notifications', unreadOnly] as const;

/** The history, page by page, newest first. */
export function useNotifications(unreadOnly: boolean) {
  const query = useInfiniteQuery<List, ApiError, Pages, ReturnType<typeof keyOf>, string | undefined>({
    queryKey: keyOf(unreadOnly),
    queryFn: ({ pageParam, signal }) =>
      call(listNotifications, { query: { after: pageParam, unreadOnly: String(unreadOnly) } }, { signal, quiet: true }),
    initialPageParam: undefined,
    getNextPageParam: (last) => (last.more ? last.rows.at(-1)?.id : undefined),
    staleTime: 0,
  });
  const unread = query.data?.pages.at(-1)?.unread;
  useEffect(() => {
    if (unread !== undefined) setUnreadCount(unread);
  }, [unread]);
  return query;
}

/** Marks some, or all, as read: shown at once, taken back by a fresh list when the server refuses. */
export function useMarkRead(): (ids: string[] | 'all') => Promise<void> {
  const client = useQueryClient();
  return async (ids) => {
    const readAt = new Date().toISOString();
    const isMeant = (row: NotificationRow) => !row.readAt && (ids === 'all' || ids.includes(row.id));
    changeRows(client, (rows) => rows.map((row) => (isMeant(row) ? { ...row, readAt } : row)));
    try {
      const { unread } = await call(readNotifications, { body: { ids } });
      setUnreadCount(unread);
    } catch {
      await client.invalidateQueries({ queryKey: ['notifications'] });
    }
  };
}

/** Puts one that has just arrived on top of what is shown. */
export function addNotification(client: QueryClient, arrived: NotificationRow): void {
  changeRows(client, (rows, page) => {
    const others = rows.filter((row) => row.id !== arrived.id);
    return page === 0 ? [arrived, ...others] : others;
  });
}

function changeRows(client: QueryClient, change: (rows: NotificationRow[], page: number) => NotificationRow[]): void {
  client.setQueriesData<Pages>({ queryKey: ['notifications'] }, (data) =>
    data ? { ...data, pages: data.pages.map((page, at) => ({ ...page, rows: change(page.rows, at) })) } : data,
  );
}
