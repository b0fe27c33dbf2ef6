import { groupingMinutes, type NotificationKind } from '@lectern/contract/features/notification.ts';
import { sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';

type NewNotification = {
  id: string;
  userId: string;
  kind: NotificationKind;
  params: Record<string, string>;
  link: string | null;
  /** Mail delivery: immediately or in the daily digest. Null when shown in the app only. */
  mail: 'now' | 'digest' | null;
};

export async function insertNotification(executor: Executor, entry: NewNotification) {
  return executor
    .insertInto('notifications')
    .values({
      id: entry.id,
      user_id: entry.userId,
      kind: entry.kind,
      params: JSON.stringify(entry.params),
      link: entry.link,
      mail: entry.mail,
      ...(entry.mail === 'now' && { mailed_at: sql<Date>`now()` }),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** UUIDs are time-ordered, so paging by id is newest first. */
export async function listNotifications(
  executor: Executor,
  wanted: { userId: string; after: string | undefined; unreadOnly: boolean; limit: number },
) {
  return executor
    .selectFrom('notifications')
    .selectAll()
    .where('user_id', '=', wanted.userId)
    .$if(wanted.after !== undefined, (query) => query.where('id', '<', wanted.after ?? ''))
    .$if(wanted.unreadOnly, (query) => query.where('read_at', 'is', null))
    .orderBy('id', 'desc')
    .limit(wanted.limit)
    .execute();
}

export async function countUnread(executor: Executor, userId: string): Promise<number> {
  const row = await executor
    .selectFrom('notifications')
    .select((columns) => columns.fn.countAll<number>().as('unread'))
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .executeTakeFirstOrThrow();
  return row.unread;
}

/** Ignores notifications of other people. */
export async function updateRead(executor: Executor, userId: string, ids: readonly string[] | 'all'): Promise<number> {
  const result = await executor
    .updateTable('notifications')
    .set({ read_at: sql`now()` })
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .$if(ids !== 'all', (query) => query.where('id', 'in', ids as readonly string[]))
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}

/**
 * What a notification is counted with: its group, or without one others of its kind for a limited time, in each case
 * while unread.
 */
type Group = { kind: NotificationKind; group?: string | undefined; groupLink?: string | undefined };

/**
 * Increments the counter, so `Optics 1` becomes `Optics 1 (+1)`. Returns false when there is no unread notification to
 * count it with.
 */
export async function updateFollowers(executor: Executor, userId: string, notification: Group): Promise<boolean> {
  const isSame = notification.group
    ? sql`params ->> 'group' = ${notification.group}`
    : sql`kind = ${notification.kind} and not params ? 'group' and created_at > now() - ${groupingMinutes} * interval '1 minute'`;
  const { numAffectedRows } = await sql`
    update notifications set link = coalesce(${notification.groupLink ?? null}, link),
      params = params || jsonb_strip_nulls(jsonb_build_object(
        'followers', (coalesce((params ->> 'followers')::integer, 0) + 1)::text,
        'first', coalesce(params ->> 'first', params ->> 'title'),
        'title', coalesce(params ->> 'first', params ->> 'title')
          || ' (+' || coalesce((params ->> 'followers')::integer, 0) + 1 || ')'))
    where id = (select id from notifications where user_id = ${userId} and read_at is null and ${isSame}
      order by id desc limit 1)`.execute(executor);
  return Number(numAffectedRows ?? 0) > 0;
}
