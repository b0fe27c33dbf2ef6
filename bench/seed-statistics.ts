import { sql } from 'kysely';
import { pino } from 'pino';
import { FoldLoop, uniteViewersOfMonth } from '../server/features/statistics/rollup/fold-loop.ts';
import type { Db } from '../server/platform/db/database.ts';
import { seedAccess } from './seed-access.ts';
import { seedResources } from './seed-resources.ts';

/** Larger batches than in a busy product: nobody waits for these, and the cost per event is lower. */
const foldedAtOnce = 500_000;

/** Seeds resources and a year of access records, with all rollups and viewer counts the product keeps of them. */
export async function seedStatistics(
  db: Db,
  { resources, records, timeZone }: { resources: number; records: number; timeZone: string },
): Promise<{ foldMs: number; settleMs: number }> {
  await seedResources(db, resources);
  await seedAccess(db, records);
  const loop = new FoldLoop({ db, timeZone, logger: pino({ level: 'silent' }) });
  const start = performance.now();
  while (await loop.fold(foldedAtOnce));
  const folded = performance.now();
  // Autovacuum would update the planner's statistics only after the next statement.
  await sql`analyze`.execute(db);
  while (await loop.countViewers());
  await sql`analyze`.execute(db);
  while (await uniteViewersOfMonth(db, timeZone, 0));
  const settled = performance.now();
  await db.connection().execute(async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection);
    await sql`vacuum analyze`.execute(connection);
    await sql`reset statement_timeout`.execute(connection);
  });
  return { foldMs: folded - start, settleMs: settled - folded };
}
