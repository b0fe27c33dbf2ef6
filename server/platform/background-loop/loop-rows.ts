import os from 'node:os';
import { sql } from 'kysely';
import type { Db, Executor } from '../db/database.ts';

/** A row not renewed for this long belongs to a process that is gone. */
const loopAliveMs = 120_000;

export type LoopState = {
  failures: number;
  /** True after enough consecutive failures that someone must look into it. */
  failing: boolean;
  failingSince: Date | null;
  lastSuccessAt: Date | null;
  lastFailureAt: Date | null;
  message: string | null;
};

const instance = `${os.hostname()}:${process.pid}`;

/** Also removes the rows of processes that are gone. */
export async function saveLoopStates(db: Db, states: ReadonlyMap<string, LoopState>): Promise<void> {
  if (states.size === 0) return;
  const rows = Array.from(states, ([name, state]) => ({
    name,
    instance,
    failures: state.failures,
    failing: state.failing,
    failing_since: state.failingSince,
    last_success_at: state.lastSuccessAt,
    last_failure_at: state.lastFailureAt,
    message: state.message,
  }));
  await db
    .with('gone', (gone) =>
      gone
        .deleteFrom('background_loops')
        .where('instance', '<>', instance)
        .where('seen_at', '<', sql<Date>`now() - ${loopAliveMs} * interval '1 millisecond'`),
    )
    .insertInto('background_loops')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['name', 'instance']).doUpdateSet({
        ...Object.fromEntries(stateColumns.map((column) => [column, sql.ref(`excluded.${column}`)])),
        seen_at: sql<Date>`now()`,
      }),
    )
    .execute();
}

const stateColumns = ['failures', 'failing', 'failing_since', 'last_success_at', 'last_failure_at', 'message'] as const;

export async function deleteLoopState(db: Db, name: string): Promise<void> {
  await db.deleteFrom('background_loops').where('name', '=', name).where('instance', '=', instance).execute();
}

/** One row per loop and live process. */
export async function listLoops(db: Executor) {
  return db
    .selectFrom('background_loops')
    .selectAll()
    .where('seen_at', '>=', sql<Date>`now() - ${loopAliveMs} * interval '1 millisecond'`)
    .orderBy('name')
    .orderBy('instance')
    .execute();
}
export type LoopRow = Awaited<ReturnType<typeof listLoops>>[number];
