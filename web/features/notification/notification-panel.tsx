import { readableText } from '@lectern/contract/features/mail-text.ts';
import {
  listNotifications,
  type NotificationKind,
  type NotificationRow,
  readNotifications,
} from '@lectern/contract/features/notification.ts';
import type { TaskKind } from '@lectern/contract/features/task-kinds.ts';
import { languageName } from '@lectern/contract/language.ts';
import { findRoute, matchRoute } from '@lectern/contract/routes.ts';
import { type InfiniteData, type QueryClient, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { AppLink } from '../../components/app-link.tsx';
import { Button, IconButton } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { QueryError } from '../../components/error-panel.tsx';
import { Icon, type IconName } from '../../components/icon.tsx';
import { Skeleton, SkeletonRegion } from '../../components/skeleton.tsx';
import { call } from '../../lib/api-client.ts';
import type { ApiError } from '../../lib/api-error.ts';
import type { CallOutput } from '../../lib/callable.ts';
import { useFormat } from '../../lib/format.ts';
import { currentLanguage } from '../../lib/i18n/language.ts';
import { continued, withNote } from '../../lib/i18n/punctuation.ts';
import { fillText, type Texts, useTexts } from '../../lib/i18n/use-texts.ts';
import { initialState } from '../../lib/initial-state.ts';
import { ownPath } from '../../lib/own-path.ts';
import { useStore } from '../../lib/store.ts';

export function NotificationPanel({ onClose }: { onClose: (refocus: boolean) => void }) {
  const { notification: texts } = useTexts();
  const [unreadOnly, setUnreadOnly] = useState(false);
  const unread = useUnreadCount();
  const query = useNotifications(unreadOnly);
  const markRead = useMarkRead();
  const panel = useRef<HTMLDivElement>(null);
  const rows = query.data?.pages.flatMap((page) => page.rows) ?? [];

  useEffect(() => panel.current?.focus(), []);

  return (
    <div ref={panel} className="bell-panel" role="dialog" tabIndex={-1} aria-label={texts.title}>
      <div className="bell-head">
        <h2>{texts.title}</h2>
        <Button look="quiet" size="small" aria-pressed={unreadOnly} onClick={() => setUnreadOnly(!unreadOnly)}>
          {texts.onlyUnread}
        </Button>
        {unread > 0 && (
          <Button look="quiet" size="small" onClick={() => void markRead('all')}>
            {texts.markAll}
          </Button>
        )}
      </div>
      <div className="bell-list">
        {query.isError && <QueryError query={query} keepsOld={rows.length > 0} />}
        {query.isPending && <PanelSkeleton />}
        {query.isSuccess && rows.length === 0 && <Nothing unreadOnly={unreadOnly} />}
        {rows.length > 0 && (
          <ul>
            {rows.map((row) => (
              <NotificationEntry
                key={row.id}
                row={row}
                onRead={() => void markRead([row.id])}
                onFollow={() => onClose(false)}
              />
            ))}
          </ul>
        )}
        {query.hasNextPage && (
          <Button
            look="quiet"
            className="bell-more"
            busy={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            {texts.loadMore}
          </Button>
        )}
      </div>
    </div>
  );
}

function Nothing({ unreadOnly }: { unreadOnly: boolean }) {
  const { notification: texts } = useTexts();
  return (
    <EmptyState icon={unreadOnly ? 'done' : 'bell'} title={unreadOnly ? texts.emptyUnreadTitle : texts.emptyTitle}>
      {unreadOnly ? texts.emptyUnreadText : texts.emptyText}
    </EmptyState>
  );
}

function PanelSkeleton() {
  return (
    <SkeletonRegion className="bell-skeleton">
      {['84%', '62%', '76%', '55%'].map((width) => (
        <div key={width}>
          <Skeleton width={width} />
          <Skeleton width={72} height={10} />
        </div>
      ))}
    </SkeletonRegion>
  );
}

type List = CallOutput<typeof listNotifications>;
type Pages = InfiniteData<List, string | undefined>;

const keyOf = (unreadOnly: boolean) => ['notifications', unreadOnly] as const;

/** All notifications page by page, newest first. */
function useNotifications(unreadOnly: boolean) {
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

/** Marks notifications as read optimistically; refetches if the server refuses. */
function useMarkRead(): (ids: string[] | 'all') => Promise<void> {
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

/** Puts a new notification at the top of the cached lists. */
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

/** Part of the current user, so it is available at first paint. */
export function useUnreadCount(): number {
  return useStore(initialState).user?.unreadNotifications ?? 0;
}

export function setUnreadCount(unreadNotifications: number): void {
  initialState.update((state) => (state.user ? { ...state, user: { ...state.user, unreadNotifications } } : state));
}

const icons: Record<NotificationKind, IconName> = {
  passwordChanged: 'key',
  passwordReset: 'key',
  twoFactorOn: 'lock',
  twoFactorOff: 'lock',
  recoveryCodeUsed: 'key',
  signedInOnNewDevice: 'device',
  signOnLinked: 'key',
  signOnUnlinked: 'key',
  accessAsked: 'person',
  accessGranted: 'done',
  accessRefused: 'ban',
  jobDone: 'done',
  jobFailed: 'problem',
  operationDone: 'done',
  operationFailed: 'problem',
  mailFailed: 'mail',
  coursePublished: 'done',
  courseRejected: 'problem',
  courseOffline: 'problem',
  courseTrashed: 'problem',
  resourceSubmitted: 'eye',
  resourcePublished: 'done',
  resourceRejected: 'problem',
  resourceOffline: 'problem',
  resourceTrashed: 'problem',
  resourceNotPublished: 'problem',
  resourceBlocked: 'problem',
  resourceUnblocked: 'done',
  resourceReturned: 'problem',
  summaryPublished: 'done',
  reviewAssigned: 'person',
  reviewEscalated: 'problem',
  unblockAsked: 'person',
  unblockRefused: 'problem',
  subtitlePublished: 'done',
  subtitleWithdrawn: 'problem',
  subtitleRemoved: 'problem',
  maskFailed: 'problem',
  hitsFound: 'problem',
  hitsFoundAgain: 'problem',
  rescanFailed: 'problem',
  taskOpened: 'task',
  taskAssigned: 'task',
  taskCommented: 'task',
  taskDone: 'done',
  taskDue: 'problem',
  taskBack: 'task',
  announcement: 'megaphone',
};

type Props = { row: NotificationRow; onRead: () => void; onFollow: () => void };

/** One notification: following its link marks it as read; without a link there is a button. */
function NotificationEntry({ row, onRead, onFollow }: Props) {
  const texts = useTexts();
  const format = useFormat();
  const unread = row.readAt === null;
  const link = ownPath(row.link);
  const follow = () => {
    if (unread) onRead();
    onFollow();
  };
  const sentence = sentenceOf(row, texts);
  return (
    <li className={unread ? 'bell-entry bell-entry-unread' : 'bell-entry'}>
      <Icon name={icons[row.kind]} className={icons[row.kind] === 'problem' ? 'bell-icon-bad' : undefined} />
      <div className="bell-text">
        {link ? (
          <AppLink to={link} onClick={follow}>
            {sentence}
          </AppLink>
        ) : (
          <span>{sentence}</span>
        )}
        {row.params.note && <q>{row.params.note}</q>}
        <time dateTime={row.createdAt} title={format.dateTime(row.createdAt)}>
          {format.relativeTime(row.createdAt)}
          {unread && <span className="visually-hidden">{continued(texts.notification.unread)}</span>}
        </time>
      </div>
      {unread && <IconButton icon="check" label={texts.notification.markOne} onClick={onRead} />}
    </li>
  );
}

/** The notification's sentence in the user's language; ids of pages, jobs and languages are replaced by names. */
export function sentenceOf({ kind, params }: Pick<NotificationRow, 'kind' | 'params'>, texts: Texts): string {
  const { sentences, jobs, unknownCause } = texts.notification;
  const page = params.page === undefined ? undefined : pageName(params.page, texts);
  const job = params.job === undefined ? undefined : (jobs[params.job] ?? params.job);
  const { operation, language } = params;
  const named = operation === undefined ? undefined : (texts.operation.actions[operation] ?? operation);
  const task = params.task && (texts.words.taskKinds[params.task as TaskKind] ?? params.task);
  const sentence = fillText(sentences[kind], {
    cause: unknownCause,
    ...params,
    ...(kind === 'mailFailed' && params.title && { title: readableText(params.title, texts.words.mailVariables) }),
    ...(page && { page }),
    ...(job && { job }),
    ...(named && { operation: named }),
    ...(task && { task }),
    ...(language && { language: languageName(language, currentLanguage()) }),
  });
  // The stored title ends with the number of further items; move it behind the closing quote.
  return params.followers && !params.title
    ? withNote(sentence, `+${params.followers}`)
    : sentence.replace(/ (\(\+\d+\))”/, '” $1');
}

function pageName(page: string, texts: Texts): string {
  const route = findRoute(page) ?? matchRoute(page);
  return route ? texts.routes[route.id] : page;
}
