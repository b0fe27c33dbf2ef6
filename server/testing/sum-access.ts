import { pino } from 'pino';
import { FoldLoop } from '../features/statistics/rollup/fold-loop.ts';
import type { Db } from '../platform/db/database.ts';

/** Every access event that is there is in the sums afterwards. */
export async function sumAccess(db: Db, timeZone = 'UTC'): Promise<void> {
  await new FoldLoop({ db, timeZone, logger: pino({ level: 'silent' }) }).runOnce();
}
