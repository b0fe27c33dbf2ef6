import { sql } from 'kysely';
import type { Executor } from '../../../platform/db/database.ts';
import { eventsLock } from './access-event.repository.ts';

/** The months that are over for longer than wanted, oldest first, by the names of their partitions. */
export async function listOldMonths(db: Executor, months: number): Promise<{ name: string; ends: Date }[]> {
  const { rows } = await sql<{ name: string; ends: Date }>`
    select name, ends from (
      select inhrelid::regclass::text as name,
        (to_date(right(inhrelid::regclass::text, 7), 'YYYY_MM') + interval '1 month') at time zone 'UTC' as ends
      from pg_inherits where inhparent = 'access_events'::regclass
        and inhrelid::regclass::text ~ '^access_events_[0-9]{4}_[0-9]{2}$') partitions
    where ends <= date_trunc('month', now() at time zone 'UTC') at time zone 'UTC' - ${months} * interval '1 month'
    order by ends`.execute(db);
  return rows;
}

/** A whole month at once, if all of it is in the sums; these stay, and know since when there are rows behind them. */
export async function dropMonth(transaction: Executor, { name, ends }: { name: string; ends: Date }): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(${eventsLock})`.execute(transaction);
  const { rows } = await sql`select from ${sql.table(name)}
    where seq > (select folded_seq from access_state) limit 1`.execute(transaction);
  if (rows.length > 0) return false;
  await sql`drop table ${sql.table(name)}`.execute(transaction);
  await sql`update access_state set kept_from = greatest(coalesce(kept_from, ${ends}), ${ends})`.execute(transaction);
  return true;
}

/** Some of the records that know for longer than wanted from where it was; answers how many. */
export async function forgetAddresses(db: Executor, days: number, most: number): Promise<number> {
  const { numAffectedRows } = await sql`update access_events set ip = null where (at, seq) in (
    select at, seq from access_events where at < now() - ${days} * interval '1 day' and ip is not null
    order by at limit ${most})`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/**
 * Some of those that know who it was. Their hashes are mixed with a salt that nobody keeps: people of a day stay apart, and
 * can't be found again. One day at a time, so that one day has one salt.
 */
export async function forgetPeople(db: Executor, days: number): Promise<number> {
  const salt = sql`(select uuid_send(gen_random_uuid()))`;
  const { numAffectedRows } = await sql`
    with old as (
      select date_trunc('day', min(at)) as day from access_events
      where at < now() - (${days} + 1) * interval '1 day' and coalesce(user_id::text, reader, visit) is not null
    ), mixed as materialized (select day, ${salt} as salt from old where day is not null)
    update access_events set user_id = null, reader = null, visit = null,
      viewer = case when viewer is not null then
        ('x' || encode(substr(sha256(mixed.salt || int8send(viewer)), 1, 8), 'hex'))::bit(64)::bigint & 4503599627370495 end
    from mixed where at >= mixed.day and at < mixed.day + interval '1 day'
      and coalesce(user_id::text, reader, visit) is not null`.execute(db);
  return Number(numAffectedRows ?? 0);
}
