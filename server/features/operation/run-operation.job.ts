import { z } from 'zod';
import type { Db } from '../../platform/db/database.ts';
import { foldListCounts } from '../../platform/list/fold-counts.ts';
import type { JobHandler } from '../../platform/queue/job-definition.ts';
import { findOperation, lockOperation, updateState } from './operation.repository.ts';
import type { RunDependencies } from './operation-batch.ts';
import { runBatch } from './operation-batch.ts';

const jobInput = z.strictObject({ operationId: z.uuid() });
/** Minimum interval between progress events. */
const publishEveryMs = 400;

/**
 * Runs an operation batch by batch. Changes and results commit together, so after a crash the next worker continues
 * with the first pending item.
 */
export function runOperation(dependencies: RunDependencies): JobHandler {
  return async (job, { db, signal, report }) => {
    const { operationId } = jobInput.parse(job.input);
    await begin(db, dependencies, operationId);
    let publishedAt = 0;
    for (let conflicts = 0; ; ) {
      signal.throwIfAborted();
      const publishes = performance.now() - publishedAt >= publishEveryMs;
      const batch = await db
        .transaction()
        .execute((transaction) => runBatch(transaction, dependencies, { operationId, signal, publishes, conflicts }));
      if (batch.ended) {
        // The operation may have left thousands of count deltas, which every list read would sum up until the nightly
        // fold.
        await foldListCounts(db, signal);
        return {};
      }
      if (publishes) publishedAt = performance.now();
      conflicts = batch.conflict ? conflicts + 1 : 0;
      report(batch.percent);
    }
  };
}

async function begin(db: Db, dependencies: RunDependencies, operationId: string): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await lockOperation(transaction, operationId);
    if (!(await findOperation(transaction, operationId))) return;
    const begins = await updateState(transaction, operationId, ['queued'], 'running');
    if (begins) await dependencies.announcer.publish(transaction, operationId);
  });
}
