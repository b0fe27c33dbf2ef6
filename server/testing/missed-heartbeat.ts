import { sql } from 'kysely';
import type { Db } from '../platform/db/database.ts';
import { bossSchema } from '../platform/queue/fair-turns.ts';

/** Ages the heartbeats of active jobs, as if their worker had been killed long enough ago for the queue to notice. */
export async function passHeartbeat(db: Db): Promise<void> {
  await sql`update ${sql.table(`${bossSchema}.job`)} set heartbeat_on = now() - interval '1 minute'
    where state = 'active'`.execute(db);
}
