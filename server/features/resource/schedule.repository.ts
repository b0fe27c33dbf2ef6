import { sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';

/** Resources whose time has come by the clock of the database, the one that waits longest first. */
export async function listDue(db: Executor, timeZone: string, limit: number, after: string | null): Promise<string[]> {
  // One look for each index; together they are few.
  const { rows } = await sql<{ id: string }>`
    select id from (
      select id from resources where publish_at <= now() and state <> 'processing'
      union select id from resources where offline_at <= now()
      union select id from resources
        where licence_until < (now() at time zone ${timeZone})::date and state = 'published'
    ) due where ${after}::uuid is null or id > ${after}::uuid order by id limit ${limit}`.execute(db);
  return rows.map((row) => row.id);
}

export type Due = { publish: boolean; offline: boolean; licenceEnded: boolean };

/** What is due of a row that is locked, at the time of this transaction. */
export async function readDue(transaction: Executor, id: string, timeZone: string): Promise<Due> {
  const { rows } = await sql<Due>`
    select coalesce(publish_at <= now(), false) as publish, coalesce(offline_at <= now(), false) as offline,
      coalesce(licence_until < (now() at time zone ${timeZone})::date, false) as "licenceEnded"
    from resources where id = ${id}`.execute(transaction);
  return rows[0] ?? { publish: false, offline: false, licenceEnded: false };
}

export async function listTrashedFor(db: Executor, days: number, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from resources where state = 'trashed' and state_since < now() - make_interval(days => ${days})
    order by state_since limit ${limit}`.execute(db);
  return rows.map((row) => row.id);
}

/**
 * Whether the tidy-up ran within the last days by the clock of now. A clock that was put years ahead by mistake must
 * not empty the trash: the first run after such a jump finds the one before it long ago, or yet to come.
 */
export async function isClockSteady(db: Executor): Promise<boolean> {
  const { rows } = await sql<{ steady: boolean }>`
    select coalesce(bool_or(finished_at > now() - interval '7 days'), false)
      and not coalesce(bool_or(finished_at > now()), false) as steady
    from jobs where kind = 'maintenance' and state = 'done' and finished_at > now() - interval '90 days'`.execute(db);
  return rows[0]?.steady ?? false;
}
