import { setTimeout as sleep } from 'node:timers/promises';
import type { JobKind } from '@lectern/contract/features/job.ts';
import type { JobCause } from '@lectern/contract/features/job-cause.ts';
import type { Logger } from 'pino';
import { type Db, type Executor, isDatabaseDown, isLockConflict } from '../db/database.ts';
import type { EventPublisher } from '../events/event-publisher.ts';
import { isShortWaiting, moveToLongSlots, shortSlotSeconds } from './fair-turns.ts';
import { type JobDefinition, type JobOutcome, maxTries, type RunningJob } from './job-definition.ts';
import {
  ClaimLost,
  causeCodeOf,
  JobSkipped,
  PermanentJobError,
  plainCause,
  ShortSlotOverrun,
  TimeLimitReached,
  WorkerStopping,
} from './job-endings.ts';
import { JobProgress } from './job-progress.ts';
import {
  type Claim,
  claimNextJob,
  insertJob,
  type JobChange,
  listLostClaims,
  lockClaim,
  updateClaimed,
} from './job-rows.ts';
import { publishJob } from './publish-job.ts';

export type EndedJob = {
  id: string;
  kind: JobKind;
  state: 'done' | 'failed' | 'skipped';
  cause: string | null;
  causeCode: JobCause | null;
  requestedBy: string | null;
  resourceId: string | null;
  versionId: string | null;
  link: string | undefined;
};
export type OnJobEnded = (transaction: Executor, job: EndedJob) => Promise<void>;

type Delivery = { deliveryId: string; jobId: string; scheduled: boolean; signal: AbortSignal };
type RunnerOptions = { db: Db; publisher: EventPublisher; onEnded: OnJobEnded; worker: string; logger: Logger };
type Why = { cause: string; causeCode: JobCause; log: readonly string[] };
type Running = { job: RunningJob; controller: AbortController };

const patienceForDatabaseMs = 30_000;
const slotLookMs = 5_000;

/** Runs one delivered job: claims it, runs its handler and records the outcome once. */
export class JobRunner {
  readonly #options: RunnerOptions;
  readonly #running = new Set<Running>();

  constructor(options: RunnerOptions) {
    this.#options = options;
  }

  /** Resolves when the delivery is handled; throws when it must be delivered again. */
  async run(definition: JobDefinition, delivery: Delivery): Promise<void> {
    // If only the reply was lost, the job is claimed again and the second claim counts, as with any redelivery.
    const claim = await this.#patiently(() => this.#claim(definition, delivery), delivery.signal);
    if (!claim) return this.#options.logger.info({ jobId: delivery.jobId }, 'ignored a duplicate delivery of a job');
    const { job } = claim;
    if (claim.exhausted) {
      const cause = `The worker stopped ${maxTries} times during this step.`;
      return this.#park(definition, job, { cause, causeCode: 'workerLost', log: [] });
    }
    await this.#try(definition, job, delivery.signal);
  }

  /** Aborts all running jobs; each returns to the queue without this try counting. */
  abortAll(): void {
    for (const { controller } of this.#running) controller.abort(new WorkerStopping());
  }

  get isBusy(): boolean {
    return this.#running.size > 0;
  }

  /** Stops handlers whose job was cancelled or taken over. */
  async stopLost(): Promise<void> {
    if (this.#running.size === 0) return;
    const running = [...this.#running];
    const lost = await listLostClaims(
      this.#options.db,
      running.map(({ job }) => job),
    );
    for (const { job, controller } of running) if (lost.has(job.id)) controller.abort(new ClaimLost());
  }

  #claim(definition: JobDefinition, delivery: Delivery): Promise<Claim | undefined> {
    const { db, publisher, worker } = this.#options;
    return db.transaction().execute(async (transaction) => {
      if (delivery.scheduled) {
        await insertJob(transaction, { id: delivery.jobId, kind: definition.kind, requestedBy: null });
      }
      const taken = await claimNextJob(transaction, { ...delivery, worker });
      if (taken) await publishJob(transaction, publisher, taken.job);
      return taken;
    });
  }

  async #try(definition: JobDefinition, job: RunningJob, delivered: AbortSignal): Promise<void> {
    const { db, publisher } = this.#options;
    const controller = new AbortController();
    const running = { job, controller };
    this.#running.add(running);
    const lose = () => controller.abort(new ClaimLost());
    delivered.addEventListener('abort', lose, { once: true });
    const limit = setTimeout(
      () => controller.abort(new TimeLimitReached(definition.limitSeconds)),
      definition.limitSeconds * 1000,
    );
    const overrun = definition.hasShortSlots && job.isShort ? this.#watchShortSlot(running) : undefined;
    const progress = new JobProgress(db, publisher, job, lose);
    const { signal } = controller;
    const tools = {
      db,
      signal,
      report: (percent: number) => progress.report(percent),
      log: (line: string) => progress.log(line),
    };
    const lines: string[] = [];
    try {
      const handler = await definition.load();
      const outcome = await untilAborted(handler(job, tools), signal);
      lines.push(...(await progress.end()));
      await this.#finish(definition, job, outcome, lines).catch(async (error: unknown) => {
        // Anything that can't be removed now is left for nightly maintenance.
        await outcome.discard?.().catch(() => undefined);
        throw error;
      });
    } catch (thrown) {
      const error = signal.aborted ? signal.reason : thrown;
      lines.push(...(await progress.end()));
      await this.#settle(definition, job, error, lines);
    } finally {
      clearTimeout(limit);
      clearInterval(overrun);
      delivered.removeEventListener('abort', lose);
      this.#running.delete(running);
    }
  }

  /** A job that overran gives up its short slot as soon as a short job waits for it. */
  #watchShortSlot({ job, controller }: Running): NodeJS.Timeout {
    const endsAt = performance.now() + shortSlotSeconds * 1000;
    const look = async () => {
      if (performance.now() < endsAt || controller.signal.aborted) return;
      if (await isShortWaiting(this.#options.db, job.kind)) controller.abort(new ShortSlotOverrun());
    };
    // While the database is down, no new jobs are taken anyway.
    return setInterval(() => void look().catch(() => undefined), Math.min(slotLookMs, shortSlotSeconds * 1000));
  }

  async #finish(definition: JobDefinition, job: RunningJob, outcome: JobOutcome, log: string[]): Promise<void> {
    const { fileId, result } = outcome;
    const change = { state: 'done', progress: 100, log, fileId, result } as const;
    await this.#patiently(() => this.#end(definition, job, change, outcome.save));
  }

  async #settle(definition: JobDefinition, job: RunningJob, error: unknown, log: string[]): Promise<void> {
    const { db, publisher, logger } = this.#options;
    if (error instanceof ClaimLost) return logger.info({ jobId: job.id }, 'job stopped: cancelled or taken over');
    if (error instanceof JobSkipped) {
      const causeCode = error.causeCode ?? null;
      const change = { state: 'skipped', cause: plainCause(error), causeCode, log } as const;
      return this.#patiently(() => this.#end(definition, job, change, error.save));
    }
    const [cause, causeCode] = [plainCause(error), causeCodeOf(error)];
    const overran = error instanceof ShortSlotOverrun;
    const stopping = error instanceof WorkerStopping || overran;
    if (!stopping)
      logger.warn({ err: withoutEcho(error), jobId: job.id, kind: job.kind, attempt: job.attempt }, 'job failed');
    const over = job.attempt >= maxTries || error instanceof PermanentJobError;
    if (!stopping && over) return this.#park(definition, job, { cause, causeCode, log });
    const change: JobChange = stopping
      ? { state: 'queued', tries: job.attempt - 1, log: [...log, `Queued again: ${cause}`] }
      : { state: 'queued', cause, causeCode, log: [...log, `Failed: ${cause}`] };
    await this.#patiently(() =>
      db.transaction().execute(async (transaction) => {
        if (overran) await moveToLongSlots(transaction, job.id);
        if (await updateClaimed(transaction, job, change)) await publishJob(transaction, publisher, job);
      }),
    );
    // Rethrown so pg-boss redelivers the job, with a longer delay after every try.
    throw error;
  }

  async #park(definition: JobDefinition, job: RunningJob, why: Why): Promise<void> {
    const log = [...why.log, `Failed permanently: ${why.cause}`];
    await this.#patiently(() => this.#end(definition, job, { ...why, state: 'failed', log }));
  }

  async #end(
    definition: JobDefinition,
    job: RunningJob,
    change: JobChange & { state: EndedJob['state'] },
    save?: (transaction: Executor) => Promise<void>,
  ): Promise<void> {
    const { db, publisher, onEnded } = this.#options;
    await db.transaction().execute(async (transaction) => {
      await definition.holdFirst?.(transaction, job);
      if (!(await lockClaim(transaction, job))) throw new ClaimLost();
      await save?.(transaction);
      await updateClaimed(transaction, job, change);
      await publishJob(transaction, publisher, job);
      const { id, kind, requestedBy, resourceId, versionId } = job;
      const { state, cause = null, causeCode = null } = change;
      const { link } = definition;
      await onEnded(transaction, { id, kind, state, cause, causeCode, requestedBy, resourceId, versionId, link });
    });
  }

  /**
   * Retries while the database restarts, so no work is lost and no delivery waits to be declared dead. Gives up early
   * when another worker has the delivery.
   */
  async #patiently<T>(step: () => Promise<T>, delivered?: AbortSignal): Promise<T> {
    const deadline = Date.now() + patienceForDatabaseMs;
    for (;;) {
      try {
        return await step();
      } catch (error) {
        const passes = isDatabaseDown(error) || isLockConflict(error);
        if (!passes || delivered?.aborted || Date.now() > deadline) throw error;
        await sleep(1_000);
      }
    }
  }
}

/** A handler that ignores the signal is abandoned; its result no longer counts. */
async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

/** Returns the cause of an error that only repeats its message, because logs append the messages of causes. */
function withoutEcho(error: unknown): unknown {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && cause.message === (error as Error).message ? cause : error;
}
