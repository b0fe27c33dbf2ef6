import { pino } from 'pino';
import { FoldLoop } from '../features/statistics/rollup/fold-loop.ts';
import type { Db } from '../platform/db/database.ts';

/** Folds all access events into the rollups. */
export async function sumAccess(db: Db, timeZone = 'UTC'): Promise<void> {
  await new FoldLoop({ db, timeZone, logger: pino({ level: 'silent' }) }).runOnce();
}
