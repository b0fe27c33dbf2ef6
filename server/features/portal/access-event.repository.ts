import { sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';
import { deviceOf, isRobot, type TakenEvent } from './access-event.policy.ts';

/** Before any event of those months is written. */
export async function ensureMonths(db: Executor, first: Date, last: Date): Promise<void> {
  await sql`select ensure_access_months(${first}, ${last})`.execute(db);
}

/** One batch of a key at a time: two of them with the same id under another time can't both be new. */
export async function lockIntake(transaction: Executor, keyId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`access events ${keyId}`}, 0))`.execute(transaction);
}

/** Everything that is not there yet, in one statement; answers the ids that were new. */
export async function insertEvents(
  transaction: Executor,
  keyId: string,
  events: readonly TakenEvent[],
): Promise<Set<string>> {
  const of = <Value>(read: (event: TakenEvent) => Value) => events.map(read);
  const { rows } = await sql<{ event_id: string }>`
    with given as (
      select * from unnest(${of(({ id }) => id)}::uuid[], ${of(({ at }) => at)}::timestamptz[],
        ${of(({ action }) => action)}::text[], ${of(({ resourceId }) => resourceId ?? null)}::uuid[],
        ${of(({ courseId }) => courseId ?? null)}::uuid[], ${of(({ chapterId }) => chapterId ?? null)}::uuid[],
        ${of(({ columnId }) => columnId ?? null)}::uuid[], ${of(({ homeEntryId }) => homeEntryId ?? null)}::uuid[],
        ${of(({ reader }) => reader ?? null)}::text[], ${of(({ visit }) => visit ?? null)}::text[],
        ${of(({ positionMs }) => positionMs ?? null)}::integer[], ${of(({ seconds }) => seconds ?? null)}::real[],
        ${of(({ query }) => query ?? null)}::text[], ${of(({ hits }) => hits ?? null)}::integer[],
        ${of(({ userAgent }) => userAgent ?? null)}::text[],
        ${of(({ device, userAgent }) => device ?? deviceOf(userAgent))}::text[],
        ${of(({ ip }) => ip ?? null)}::inet[], ${of(({ userAgent }) => isRobot(userAgent))}::boolean[])
        as given (event_id, at, action, resource_id, course_id, chapter_id, column_id, home_entry_id, reader, visit,
          position_ms, seconds, query, hits, client, device, ip, robot)
    )
    insert into access_events (source, key_id, event_id, at, action, resource_id, course_id, chapter_id, column_id,
      home_entry_id, reader, visit, position_ms, seconds, query, hits, client, device, ip, robot)
    select 'portal', ${keyId}::uuid, given.* from given
    where not exists (select from access_events known where known.key_id = ${keyId}::uuid
      and known.event_id = given.event_id and known.at > now() - interval '40 days')
    on conflict do nothing
    returning event_id`.execute(transaction);
  return new Set(rows.map((row) => row.event_id));
}
