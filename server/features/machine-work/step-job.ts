import { engineMissing, type JobCause } from '@lectern/contract/features/job-cause.ts';
import { EngineMissing, type FailureCode, InspectionFailure } from '../../engines/engine-failure.ts';
import { type FailureKind, SandboxFailure } from '../../engines/sandbox/port.ts';
import { LanguageNotSupported } from '../../engines/speech/port.ts';
import type { Executor } from '../../platform/db/database.ts';
import type { JobDefinition } from '../../platform/queue/job-definition.ts';
import { JobSkipped, PermanentJobError } from '../../platform/queue/job-endings.ts';
import { updateEngine, updateOutcome } from '../../platform/queue/version-jobs.ts';
import { discardFiles } from '../../platform/storage/discard-files.ts';
import type { FileStore } from '../../platform/storage/file-store.ts';
import { findStepInput, lockResourceRow } from './pipeline.repository.ts';
import type { Step, StepOutcome } from './step.ts';

/** Wraps a step as a queue job, which loads the version and saves the result. */
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
          const use = (engine: string) => updateEngine(tools.db, job, engine);
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

async function save(transaction: Executor, jobId: string, outcome: StepOutcome): Promise<void> {
  const { confidence, needsCheck } = { ...outcome, ...(await outcome.save?.(transaction)) };
  await updateOutcome(transaction, jobId, {
    engine: outcome.engine,
    language: outcome.language ?? null,
    confidence: confidence ?? null,
    needsCheck: needsCheck ?? false,
    cause: outcome.nothing?.why ?? null,
    causeCode: outcome.nothing?.code ?? null,
  });
}

const byFailure: Record<FailureCode, JobCause> = {
  damaged: 'damaged',
  protected: 'protected',
  empty: 'empty',
  tooLarge: 'tooLarge',
  tookTooLong: 'tookTooLong',
  outOfMemory: 'outOfMemory',
  engineCrashed: 'engineCrashed',
  noText: 'noText',
  noSpeech: 'noSpeech',
  unsupported: 'notSupported',
};

const bySandbox: Record<Exclude<FailureKind, 'start'>, JobCause> = {
  time: 'tookTooLong',
  memory: 'outOfMemory',
  crashed: 'engineCrashed',
  output: 'tooLarge',
  unsafe: 'engineMissing',
};

/** Maps engine errors to job errors: whether to retry, and the cause code. */
export function asJobEnding(error: unknown): unknown {
  if (error instanceof EngineMissing)
    return new JobSkipped(engineMissing(error.engine, error.install), 'engineMissing');
  if (error instanceof LanguageNotSupported) return new JobSkipped(error.message, 'languageNotSupported');
  if (error instanceof InspectionFailure) {
    return new PermanentJobError(error.message, { cause: error, causeCode: byFailure[error.code] });
  }
  if (error instanceof SandboxFailure && error.kind !== 'start') {
    const causeCode = bySandbox[error.kind];
    // The program can't be sandboxed safely, so it isn't run; the file isn't at fault.
    if (error.kind === 'unsafe') return new JobSkipped(error.message, causeCode);
    return new PermanentJobError(error.message, { cause: error, causeCode });
  }
  return error;
}
