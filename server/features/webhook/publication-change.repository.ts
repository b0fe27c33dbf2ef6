import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';
import { isPublicCourse, isPublicResource, type PublicRule } from '../publication/public.ts';
import type { ObjectType } from './delivery.repository.ts';

/** Whether the item was and is public, for each audience. */
export type JudgedChange = {
  object_type: ObjectType;
  object_id: string | null;
  at: Date;
  was_everyone: boolean;
  was_campus: boolean;
  is_everyone: boolean;
  is_campus: boolean;
};

const changesAtOnce = 500;

/** Held by one worker at a time, so changes are processed in order. */
export async function tryChangesLock(transaction: Executor): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended('publication changes', 0)) as taken`.execute(transaction);
  return rows[0]?.taken ?? false;
}

export const isAnyChangeNoted = sql<boolean>`exists (select from publication_changes)`;

/** A recorded state in the shape the publication rule expects. */
const asResource = (
  column: string,
  name: string,
) => sql`jsonb_to_record(${sql.ref(`taken.${column}`)}) as ${sql.ref(name)}
  (state text, visibility text, publish_at timestamptz, offline_at timestamptz, licence_until date)`;
const asCourse = (
  column: string,
  name: string,
) => sql`jsonb_to_record(${sql.ref(`taken.${column}`)}) as ${sql.ref(name)}
  (state text, audience text, available_from timestamptz, available_until timestamptz, withheld boolean)`;

/**
 * Takes recorded changes with their visibility at the last date check and now. An item that expired and was then
 * unpublished is reported once.
 */
export async function takeChanges(transaction: Executor, timeZone: string): Promise<JudgedChange[]> {
  const round = await sql<{ looked_until: Date }>`select looked_until from publication_round`.execute(transaction);
  const since = round.rows[0]?.looked_until ?? new Date();
  const judged = (audience: PublicRule['audience'], column: 'before' | 'after') => {
    const rule = { audience, timeZone, ...(column === 'before' && { at: since }) };
    return sql`case taken.object_type
      when 'resource' then exists (select from ${asResource(column, 'resource')} where ${isPublicResource(rule, 'resource')})
      when 'course' then exists (select from ${asCourse(column, 'course')} where ${isPublicCourse(rule, 'course')})
      else true end`;
  };
  const { rows } = await sql<JudgedChange>`
    with taken as (delete from publication_changes where id in (
      select id from publication_changes order by id limit ${changesAtOnce}) returning *)
    select taken.object_type, taken.object_id, taken.at, ${judged('everyone', 'before')} as was_everyone,
      ${judged('campus', 'before')} as was_campus, ${judged('everyone', 'after')} as is_everyone,
      ${judged('campus', 'after')} as is_campus
    from taken order by taken.id`.execute(transaction);
  return rows;
}

/** Items whose publication started or ended by date since the last check. */
export async function takeDated(transaction: Executor, timeZone: string): Promise<JudgedChange[]> {
  const round = await sql<{ since: Date; now: Date }>`
    with round as (select looked_until from publication_round for update)
    update publication_round set looked_until = now() from round returning round.looked_until as since, now() as now`.execute(
    transaction,
  );
  const { since, now } = round.rows[0] ?? { since: new Date(), now: new Date() };
  const passed = (column: string) => sql`(${sql.ref(column)} > ${since} and ${sql.ref(column)} <= ${now})`;
  const differs = (judge: (rule: PublicRule) => RawBuilder<boolean>) => sql`
    ${judge({ audience: 'campus', timeZone, at: since })} <> ${judge({ audience: 'campus', timeZone, at: now })}`;
  const judged = (judge: (rule: PublicRule) => RawBuilder<boolean>) => sql`${now}::timestamptz as at,
    ${judge({ audience: 'everyone', timeZone, at: since })} as was_everyone,
    ${judge({ audience: 'campus', timeZone, at: since })} as was_campus,
    ${judge({ audience: 'everyone', timeZone, at: now })} as is_everyone,
    ${judge({ audience: 'campus', timeZone, at: now })} as is_campus`;
  const { rows } = await sql<JudgedChange>`
    select 'resource' as object_type, resources.id as object_id, ${judged(isPublicResource)} from resources
    where resources.state = 'published' and (${passed('resources.publish_at')} or ${passed('resources.offline_at')}
        or resources.licence_until between ${since}::date - 2 and ${now}::date + 1) and ${differs(isPublicResource)}
    union all
    select 'course', courses.id, ${judged(isPublicCourse)} from courses
    where courses.state = 'published' and (${passed('courses.available_from')} or ${passed('courses.available_until')})
      and ${differs(isPublicCourse)}
    limit 5000`.execute(transaction);
  return rows;
}
