import { sql } from 'kysely';
import type { Executor } from '../db/database.ts';

export async function listPausedKinds(db: Executor): Promise<Set<string>> {
  const rows = await db.selectFrom('paused_queues').select('kind').execute();
  return new Set(rows.map((row) => row.kind));
}

/** False if the queue is already paused. */
export async function pauseQueue(db: Executor, kind: string, by: string): Promise<boolean> {
  const result = await sql`
    insert into paused_queues (kind, paused_by) values (${kind}, ${by}) on conflict do nothing`.execute(db);
  return Number(result.numAffectedRows ?? 0) > 0;
}

/** False if the queue is not paused. */
export async function resumeQueue(db: Executor, kind: string): Promise<boolean> {
  const result = await sql`delete from paused_queues where kind = ${kind}`.execute(db);
  return Number(result.numAffectedRows ?? 0) > 0;
}
