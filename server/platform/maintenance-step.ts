import { type RawBuilder, sql } from 'kysely';
import type { Db } from './db/database.ts';

export type StepVerb = { bare: string; done: string };

/** A feature's nightly maintenance; `run` returns how many objects it changed. The verb defaults to `remove`. */
export type MaintenanceStep = { verb?: StepVerb; what: string; run(db: Db, signal: AbortSignal): Promise<number> };

/** `table` must belong to the feature that registers the step. */
type OutdatedRows = { what: string; table: RawBuilder<unknown>; where: RawBuilder<unknown> };

/** Small batches, so no lock is held for long. */
const rowsAtOnce = 5_000;

/** Deletes outdated rows in batches. */
export function deleteOutdated({ what, table, where }: OutdatedRows): MaintenanceStep {
  return {
    what,
    run: async (db, signal) => {
      let deleted = 0;
      for (let more = true; more && !signal.aborted; ) {
        const { numAffectedRows = 0n } = await sql`delete from ${table} where ctid in (
          select ctid from ${table} where ${where} limit ${rowsAtOnce})`.execute(db);
        deleted += Number(numAffectedRows);
        more = Number(numAffectedRows) === rowsAtOnce;
      }
      return deleted;
    },
  };
}
