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

export async function saveLoopState(db: Db, name: string, state: LoopState): Promise<void> {
  const columns = {
    failures: state.failures,
    failing: state.failing,
    failing_since: state.failingSince,
    last_success_at: state.lastSuccessAt,
    last_failure_at: state.lastFailureAt,
    message: state.message,
  };
  await db
    .insertInto('background_loops')
    .values({ name, instance, ...columns })
    .onConflict((conflict) =>
      conflict.columns(['name', 'instance']).doUpdateSet({ ...columns, seen_at: sql<Date>`now()` }),
    )
    .execute();
}

export async function deleteLoopState(db: Db, name: string): Promise<void> {
  await db.deleteFrom('background_loops').where('name', '=', name).where('instance', '=', instance).execute();
}

export async function deleteDeadLoops(db: Db): Promise<void> {
  await db
    .deleteFrom('background_loops')
    .where('seen_at', '<', sql<Date>`now() - ${loopAliveMs} * interval '1 millisecond'`)
    .execute();
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
