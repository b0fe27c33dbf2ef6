import { sql } from 'kysely';
import type { PgBoss } from 'pg-boss';
import type { Db } from '../db/database.ts';
import type { JobDefinition } from './job-definition.ts';
import { sendJob } from './send-job.ts';

/** Any number nobody else uses: of workers that start together one looks first. */
const overdueLock = 7_214_990_014;
const dayMinutes = 24 * 60;

/** A machine that sleeps at night misses every nightly run: what did not run for a day runs when a worker starts. */
export async function startOverdueSchedules(
  db: Db,
  boss: PgBoss,
  definitions: readonly JobDefinition[],
): Promise<void> {
  for (const { kind, schedule, overdueMinutes = dayMinutes } of definitions) {
    if (!schedule) continue;
    await db.transaction().execute(async (transaction) => {
      await sql`select pg_advisory_xact_lock(${overdueLock})`.execute(transaction);
      const recent = await transaction
        .selectFrom('jobs')
        .select('id')
        .where('kind', '=', kind)
        .where('created_at', '>', sql<Date>`now() - make_interval(mins => ${overdueMinutes})`)
        .limit(1)
        .executeTakeFirst();
      if (!recent) await sendJob(transaction, boss, { kind, requestedBy: null });
    });
  }
}
