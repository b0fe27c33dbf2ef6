import { sql } from 'kysely';
import type { Db } from '../platform/db/database.ts';
import { bossSchema } from '../platform/queue/fair-turns.ts';

/** As if the time had passed after which the queue misses a worker that was killed. */
export async function passHeartbeat(db: Db): Promise<void> {
  await sql`update ${sql.table(`${bossSchema}.job`)} set heartbeat_on = now() - interval '1 minute'
    where state = 'active'`.execute(db);
}
