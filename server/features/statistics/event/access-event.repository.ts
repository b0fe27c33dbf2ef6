import { sql } from 'kysely';
import type { Executor } from '../../../platform/db/database.ts';
import { type AcceptedEvent, deviceOf, isRobot } from './access-event.policy.ts';

/** A site, identified by its API key, or a signed-in person. */
export type EventSender =
  | { source: 'portal'; keyId: string; userId?: undefined; role: 'reader' }
  | { source: 'office'; keyId: null; userId: string; role: '1' | '2' | '3' | '4' };

/** `viewer`: the hash of the person; null when nothing identifies them. */
export type KeptEvent = AcceptedEvent & { viewer: number | null };

/** Shared by event writers; the fold takes it exclusively. */
export const eventsLock = sql`hashtextextended('access events', 0)`;

/** Creates the partitions of these months; needed before events are inserted. */
export async function ensureMonths(db: Executor, first: Date, last: Date): Promise<void> {
  await sql`select ensure_access_months(${first}, ${last})`.execute(db);
}

/** Serialises a sender's batches, so an event id sent with two times can't count as new twice. */
export async function lockIntake(transaction: Executor, sender: EventSender): Promise<void> {
  const name = `access events ${sender.keyId ?? sender.userId}`;
  await sql`select pg_advisory_xact_lock_shared(${eventsLock}),
    pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(transaction);
}

export async function readSalt(db: Executor): Promise<Buffer> {
  const { rows } = await sql<{ salt: Buffer }>`select salt from access_state`.execute(db);
  if (!rows[0]) throw new Error('There is no salt for the hashes of people');
  return rows[0].salt;
}

/**
 * Inserts new events and returns their ids. Each stores its resource's or course's attributes of that moment, so later
 * moves don't change past figures.
 */
export async function insertEvents(
  transaction: Executor,
  sender: EventSender,
  events: readonly KeptEvent[],
): Promise<Set<string>> {
  const of = <Value>(read: (event: KeptEvent) => Value) => events.map(read);
  const ofSender = sender.keyId === null ? sql`known.key_id is null` : sql`known.key_id = ${sender.keyId}::uuid`;
  const { rows } = await sql<{ event_id: string }>`
    with sent as (
      select * from unnest(${of(({ id }) => id)}::uuid[], ${of(({ at }) => at)}::timestamptz[],
        ${of(({ action }) => action)}::text[], ${of(({ resourceId }) => resourceId ?? null)}::uuid[],
        ${of(({ courseId }) => courseId ?? null)}::uuid[], ${of(({ chapterId }) => chapterId ?? null)}::uuid[],
        ${of(({ columnId }) => columnId ?? null)}::uuid[], ${of(({ homeEntryId }) => homeEntryId ?? null)}::uuid[],
        ${of(({ reader }) => reader ?? null)}::text[], ${of(({ visit }) => visit ?? null)}::text[],
        ${of(({ positionMs }) => positionMs ?? null)}::integer[], ${of(({ seconds }) => seconds ?? null)}::real[],
        ${of(({ query }) => query ?? null)}::text[], ${of(({ hits }) => hits ?? null)}::integer[],
        ${of(({ userAgent }) => userAgent ?? null)}::text[],
        ${of(({ device, userAgent }) => device ?? deviceOf(userAgent))}::text[],
        ${of(({ ip }) => ip ?? null)}::inet[], ${of(({ userAgent }) => sender.source === 'portal' && isRobot(userAgent))}::boolean[],
        ${of(({ viewer }) => viewer)}::bigint[])
        as sent (event_id, at, action, resource_id, course_id, chapter_id, column_id, home_entry_id, reader, visit,
          position_ms, seconds, query, hits, client, device, ip, robot, viewer)
    ), fresh as (
      select sent.* from sent
      where not exists (select from access_events known where ${ofSender}
        and known.event_id = sent.event_id and known.at > now() - interval '40 days'
        -- Each through the index: a join would read everything that the sender ever sent.
        offset 0)
    )
    insert into access_events (source, key_id, user_id, role, event_id, at, action, resource_id, course_id, chapter_id,
      column_id, home_entry_id, reader, visit, position_ms, seconds, query, hits, client, device, ip, robot, viewer,
      kind, college_id, department_id, subject_id, owner_id, length_ms)
    select ${sender.source}, ${sender.keyId}::uuid, ${sender.userId ?? null}::uuid, ${sender.role},
      fresh.event_id, fresh.at, fresh.action, fresh.resource_id, coalesce(fresh.course_id, chapters.course_id),
      fresh.chapter_id, fresh.column_id, fresh.home_entry_id, fresh.reader, fresh.visit, fresh.position_ms, fresh.seconds,
      fresh.query, fresh.hits, fresh.client, fresh.device, fresh.ip, fresh.robot, fresh.viewer,
      resources.kind, coalesce(departments.college_id, courses.college_id), departments.id,
      coalesce(resources.subject_id, courses.subject_id), coalesce(resources.owner_id, courses.owner_id),
      -- Without the condition, a missing length would become the longest.
      case when resources.duration_seconds is not null
        then least(round(resources.duration_seconds * 1000), 2147483647)::integer end
    from fresh
    left join chapters on chapters.id = fresh.chapter_id
    left join resources on resources.id = fresh.resource_id
    left join courses on courses.id = coalesce(fresh.course_id, chapters.course_id)
    left join departments on departments.id = coalesce(resources.department_id, courses.department_id)
    on conflict do nothing
    returning event_id`.execute(transaction);
  return new Set(rows.map((row) => row.event_id));
}
