import { sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';

/** Resources that are due by the database clock, the longest overdue first. */
export async function listDue(db: Executor, timeZone: string, limit: number, after: string | null): Promise<string[]> {
  // One query per index; each returns few rows.
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

/** What is due for a locked row, as of the transaction's start. */
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
 * Whether the nightly maintenance ran within the last days. Guards Trash against a clock set years ahead by mistake:
 * after such a jump, the previous run appears long ago or, after the clock is corrected, in the future.
 */
export async function isClockSteady(db: Executor): Promise<boolean> {
  const { rows } = await sql<{ steady: boolean }>`
    select coalesce(bool_or(finished_at > now() - interval '7 days'), false)
      and not coalesce(bool_or(finished_at > now()), false) as steady
    from jobs where kind = 'maintenance' and state = 'done' and finished_at > now() - interval '90 days'`.execute(db);
  return rows[0]?.steady ?? false;
}
