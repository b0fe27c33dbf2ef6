import { sql } from 'kysely';
import { fromKysely, type PgBoss } from 'pg-boss';
import type { Db } from '../db/database.ts';
import { newId } from '../new-id.ts';
import { bossSchema } from './boss-settings.ts';
import { deliveryPriorityOf } from './fair-turns.ts';

/**
 * Sends jobs again that wait without a delivery, as after restoring a backup without pg-boss's tables. Each gets a new
 * delivery, and the old one, should it turn up, no longer counts.
 */
export async function redeliverLostJobs(db: Db, boss: PgBoss): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ id: string; kind: string; priority: number }>`
      select jobs.id, jobs.kind, ${deliveryPriorityOf('jobs')} as priority from jobs
      where jobs.state in ('queued', 'running') and not exists (
        select from ${sql.table(`${bossSchema}.job`)} delivery
        where delivery.name = jobs.kind and delivery.id = jobs.delivery_id
          and delivery.state in ('created', 'retry', 'active'))
      for update skip locked`.execute(transaction);
    for (const { id, kind, priority } of rows) {
      const deliveryId = newId();
      await transaction.updateTable('jobs').set({ delivery_id: deliveryId }).where('id', '=', id).execute();
      await boss.send(kind, { jobId: id }, { id: deliveryId, priority, db: fromKysely(transaction) });
    }
    return rows.length;
  });
}
