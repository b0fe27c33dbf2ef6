import type { Executor } from '../../platform/db/database.ts';
import type { JobDefinition, RunningJob } from '../../platform/queue/job-definition.ts';
import { JobSkipped } from '../../platform/queue/job-endings.ts';
import { discardFiles } from '../../platform/storage/discard-files.ts';
import type { FileStore } from '../../platform/storage/file-store.ts';
import type { Step, StepOutcome } from './step.ts';
import { asJobEnding } from './step-cause.ts';
import { findStepInput, lockResourceRow } from './step-version.repository.ts';

/** A step as the queue carries it out: with the version of its row, and its result in that row. */
export function stepJob(step: Step, fileStore: FileStore): JobDefinition {
  const { kind, concurrency, limitSeconds } = step;
  return {
    kind,
    concurrency,
    ...(step.estimateSeconds && { hasShortSlots: true }),
    limitSeconds,
    holdFirst: async (transaction, job) => {
      if (job.resourceId) await lockResourceRow(transaction, job.resourceId);
    },
    load: async () => {
      const handle = await step.load();
      return async (job, tools) => {
        const input = await findStepInput(tools.db, job.id);
        if (!input) throw new JobSkipped('This version no longer exists.');
        if (input.isTrashed) throw new JobSkipped('The resource is in Trash.');
        const options = step.options.parse(input.options);
        try {
          const use = (engine: string) => noteEngine(tools.db, job, engine);
          const outcome = await handle({ version: input.version, options, job, use }, tools);
          return {
            save: (transaction) => save(transaction, job.id, outcome),
            discard: () => discardFiles(tools.db, fileStore, outcome.stored ?? []),
          };
        } catch (error) {
          tools.signal.throwIfAborted();
          throw asJobEnding(error);
        }
      };
    },
  };
}

async function noteEngine(db: Executor, job: RunningJob, engine: string): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ engine })
    .where('id', '=', job.id)
    .where('state', '=', 'running')
    .where('tries', '=', job.attempt)
    .where('delivery_id', '=', job.deliveryId)
    .execute();
}

async function save(transaction: Executor, jobId: string, outcome: StepOutcome): Promise<void> {
  const { confidence, needsCheck } = { ...outcome, ...(await outcome.save?.(transaction)) };
  await transaction
    .updateTable('jobs')
    .set({
      engine: outcome.engine,
      language: outcome.language ?? null,
      confidence: confidence ?? null,
      check_state: needsCheck ? 'needs_check' : null,
      cause: outcome.nothing?.why ?? null,
      cause_code: outcome.nothing?.code ?? null,
    })
    .where('id', '=', jobId)
    .execute();
}
