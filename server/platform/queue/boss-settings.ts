import type { PgBoss, Queue } from 'pg-boss';
import type { JobDefinition } from './job-definition.ts';

/** pg-boss only carries deliveries; it keeps to a schema of its own. */
export const bossSchema = 'pgboss';

const day = 24 * 3600;

/**
 * How pg-boss treats deliveries. Tries are counted in our own table, so its limit only has to be out of the way of
 * jobs that many restarts interrupt. A worker that is killed is missed after ten seconds.
 */
function queueOptions(definition: JobDefinition): Omit<Queue, 'name'> {
  return {
    notify: true,
    heartbeatSeconds: 10,
    expireInSeconds: definition.limitSeconds + 60,
    retryLimit: 100,
    retryDelay: 2,
    retryBackoff: true,
    retryDelayMax: 60,
    retentionSeconds: 90 * day,
    deleteAfterSeconds: day,
  };
}

export async function ensureQueues(boss: PgBoss, definitions: readonly JobDefinition[]): Promise<void> {
  for (const definition of definitions) {
    const options = queueOptions(definition);
    await boss.createQueue(definition.kind, options);
    // One that is there from an earlier version takes today's options.
    await boss.updateQueue(definition.kind, options);
  }
}
