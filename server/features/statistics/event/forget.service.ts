import type { PlatformSettings } from '@lectern/contract/features/settings.ts';
import { sql } from 'kysely';
import type { Db, Executor } from '../../../platform/db/database.ts';
import { eventsLock } from './access-event.repository.ts';

type Settings = { current(): Promise<PlatformSettings> };

const rowsAtOnce = 5_000;

/** Deletes and anonymises access records after the periods in the settings; the rollups are kept. */
export class ForgetService {
  readonly #db: Db;
  readonly #settings: Settings;

  constructor(db: Db, settings: Settings) {
    this.#db = db;
    this.#settings = settings;
  }

  /** Drops whole monthly partitions, oldest first. */
  async dropMonths(signal: AbortSignal): Promise<number> {
    const { accessMonths } = await this.#settings.current();
    if (accessMonths === 0) return 0;
    const { rows: months } = await sql<{ name: string; ends: Date }>`
      select name, ends from (
        select inhrelid::regclass::text as name,
          (to_date(right(inhrelid::regclass::text, 7), 'YYYY_MM') + interval '1 month') at time zone 'UTC' as ends
        from pg_inherits where inhparent = 'access_events'::regclass
          and inhrelid::regclass::text ~ '^access_events_[0-9]{4}_[0-9]{2}$') partitions
      where ends <= date_trunc('month', now() at time zone 'UTC') at time zone 'UTC' - ${accessMonths} * interval '1 month'
      order by ends`.execute(this.#db);
    let dropped = 0;
    for (const month of months) {
      if (signal.aborted) break;
      dropped += Number(await this.#db.transaction().execute((transaction) => dropMonth(transaction, month)));
    }
    return dropped;
  }

  async addresses(signal: AbortSignal): Promise<number> {
    const { accessAddressDays: days } = await this.#settings.current();
    if (days === 0) return 0;
    return this.#repeat(
      signal,
      sql`update access_events set ip = null where (at, seq) in (
        select at, seq from access_events where at < now() - ${days} * interval '1 day' and ip is not null
        order by at limit ${rowsAtOnce})`,
    );
  }

  /**
   * Rehashes viewers with a throwaway salt, so people on a day stay distinct but can't be recognised. Works on one day
   * at a time, so each day has a single salt.
   */
  async people(signal: AbortSignal): Promise<number> {
    const { accessPersonDays: days } = await this.#settings.current();
    if (days === 0) return 0;
    return this.#repeat(
      signal,
      sql`with old as (
        select date_trunc('day', min(at)) as day from access_events
        where at < now() - (${days} + 1) * interval '1 day' and coalesce(user_id::text, reader, visit) is not null
      ), mixed as materialized (select day, (select uuid_send(gen_random_uuid())) as salt from old where day is not null)
      update access_events set user_id = null, reader = null, visit = null,
        viewer = case when viewer is not null then
          ('x' || encode(substr(sha256(mixed.salt || int8send(viewer)), 1, 8), 'hex'))::bit(64)::bigint & 4503599627370495 end
      from mixed where at >= mixed.day and at < mixed.day + interval '1 day'
        and coalesce(user_id::text, reader, visit) is not null`,
    );
  }

  /** Repeats until no row changes. */
  async #repeat(signal: AbortSignal, statement: ReturnType<typeof sql>): Promise<number> {
    let total = 0;
    for (let count = -1; count !== 0 && !signal.aborted; total += count) {
      count = Number((await statement.execute(this.#db)).numAffectedRows ?? 0);
    }
    return total;
  }
}

/** Keeps a month that still has events outside the rollups. `kept_from` records how far back events now go. */
async function dropMonth(transaction: Executor, { name, ends }: { name: string; ends: Date }): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(${eventsLock})`.execute(transaction);
  const { rows } = await sql`select from ${sql.table(name)}
    where seq > (select folded_seq from access_state) limit 1`.execute(transaction);
  if (rows.length > 0) return false;
  await sql`drop table ${sql.table(name)}`.execute(transaction);
  await sql`update access_state set kept_from = greatest(coalesce(kept_from, ${ends}), ${ends})`.execute(transaction);
  return true;
}
