import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { fromKysely, type Job, PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import { BackgroundLoop } from '../background-loop/background-loop.ts';
import type { Db } from '../db/database.ts';
import type { EventPublisher } from '../events/event-publisher.ts';
import { newId } from '../new-id.ts';
import { bossSchema, deliveryPriorityOf, ensureQueues, longSlots, shortSlots } from './fair-turns.ts';
import { assertEveryKindHasOneHandler, type JobDefinition } from './job-definition.ts';
import { JobRunner, type OnJobEnded } from './job-runner.ts';
import { logBossTrouble } from './log-boss-trouble.ts';
import { listPausedKinds } from './paused-queues.ts';
import { sendJob } from './send-job.ts';
import { WorkerPresence } from './worker-presence.ts';

type WorkerOptions = {
  databaseUrl: string;
  db: Db;
  definitions: readonly JobDefinition[];
  publisher: EventPublisher;
  onEnded: OnJobEnded;
  /** Background loops that run alongside jobs. */
  loops?: readonly { start(): void; stop(): Promise<void> }[];
  timeZone: string;
  logger: Logger;
};

/** How quickly cancelled jobs stop and pausing a kind takes effect. */
const controlEveryMs = 2_000;
const stopWithinMs = 5_000;

export class JobWorker {
  readonly #options: WorkerOptions;
  readonly #runner: JobRunner;
  readonly #presence: WorkerPresence;
  #stopping = new AbortController();
  #boss: PgBoss | undefined;
  #paused: PausedKinds | undefined;
  readonly #control: BackgroundLoop;

  constructor(options: WorkerOptions) {
    assertEveryKindHasOneHandler(options.definitions);
    this.#options = options;
    this.#presence = new WorkerPresence(options);
    this.#control = new BackgroundLoop({
      ...{ name: 'jobControl', everyMs: controlEveryMs, db: options.db, logger: options.logger },
      run: () => this.#followControls(),
    });
    this.#runner = new JobRunner({ ...options, worker: this.#presence.name });
  }

  /** Resolves once jobs are being taken; keeps retrying while the database is down. */
  async start(): Promise<void> {
    const { definitions, db, timeZone, logger } = this.#options;
    // A stopped worker can be started again.
    this.#stopping = new AbortController();
    await this.#presence.start();
    const boss = await this.#openPatiently(this.#stopping.signal);
    if (!boss) return;
    this.#boss = boss;
    for (const { kind, schedule } of definitions) {
      if (schedule) await boss.schedule(kind, schedule, {}, { tz: timeZone });
      else await boss.unschedule(kind);
    }
    const lost = await redeliverLostJobs(db, boss);
    if (lost > 0) logger.warn({ count: lost }, 'requeued jobs that had no delivery');
    this.#paused = new PausedKinds({ db, boss, definitions, take: (definition) => this.#work(boss, definition) });
    await this.#paused.start();
    await startOverdueSchedules(db, boss, definitions);
    for (const loop of [this.#control, ...(this.#options.loops ?? [])]) loop.start();
  }

  /** Stops; unfinished work goes back to the queue without counting the try. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    const loops = [this.#control, ...(this.#options.loops ?? [])].map((loop) => loop.stop());
    const stopped = this.#boss?.stop({ graceful: true, timeout: stopWithinMs });
    this.#runner.abortAll();
    await Promise.all([stopped, ...loops]);
    await this.#presence.stop();
  }

  async #followControls(): Promise<undefined> {
    await this.#runner.stopLost();
    await this.#paused?.look();
  }

  async #work(boss: PgBoss, definition: JobDefinition): Promise<void> {
    if (!definition.hasShortSlots) return this.#openSlot(boss, definition, {});
    for (const slots of [shortSlots, longSlots]) await this.#openSlot(boss, definition, slots);
  }

  async #openSlot(
    boss: PgBoss,
    definition: JobDefinition,
    slots: { minPriority?: number; maxPriority?: number },
  ): Promise<void> {
    const workId: string = await boss.work<{ jobId?: string }>(
      definition.kind,
      // Queued jobs trigger a notification; scheduled ones are found by polling.
      { pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 5, heartbeatRefreshSeconds: 3, ...slots },
      async ([delivered]: Job<{ jobId?: string }>[]) => {
        if (!delivered) return;
        try {
          await this.#runner.run(definition, {
            deliveryId: delivered.id,
            jobId: delivered.data?.jobId ?? delivered.id,
            scheduled: delivered.data?.jobId === undefined,
            signal: delivered.signal,
          });
        } finally {
          // Fetch the next job at once instead of after the polling interval; one at a time, so none waits behind
          // another.
          boss.notifyWorker(workId);
        }
      },
    );
  }

  async #openPatiently(stopping: AbortSignal): Promise<PgBoss | undefined> {
    const { logger, definitions } = this.#options;
    for (let tries = 0; !stopping.aborted; tries += 1) {
      const boss = this.#createBoss();
      try {
        await boss.start();
        await ensureQueues(boss, definitions);
        return boss;
      } catch (error) {
        logger.warn({ err: error }, 'could not open the queue, retrying');
        await boss.stop({ graceful: false }).catch(() => undefined);
        await sleep(Math.min(10_000, 500 * 2 ** tries), undefined, { signal: stopping }).catch(() => undefined);
      }
    }
    return undefined;
  }

  #createBoss(): PgBoss {
    const { databaseUrl, logger } = this.#options;
    const boss = new PgBoss({
      connectionString: databaseUrl,
      application_name: 'lectern-worker-queue',
      schema: bossSchema,
      max: 4,
      connectionTimeoutMillis: 5_000,
      useListenNotify: true,
      // With the ten-second heartbeat, a killed worker's job is picked up again in less than thirty seconds.
      superviseIntervalSeconds: 5,
      monitorIntervalSeconds: 5,
    });
    logBossTrouble(boss, logger);
    return boss;
  }
}

/**
 * Resends waiting jobs that have no delivery, for example after restoring a backup without pg-boss's tables. Each gets
 * a new delivery; the old one is ignored if it turns up.
 */
async function redeliverLostJobs(db: Db, boss: PgBoss): Promise<number> {
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

/** Arbitrary advisory lock number: of several workers starting together, one checks first. */
const overdueLock = 7_214_990_014;
const dayMinutes = 24 * 60;

/** A machine that is off at night misses nightly runs, so overdue ones run when a worker starts. */
async function startOverdueSchedules(db: Db, boss: PgBoss, definitions: readonly JobDefinition[]): Promise<void> {
  for (const { kind, schedule, overdueMinutes = dayMinutes } of definitions) {
    if (!schedule) continue;
    await db.transaction().execute(async (transaction) => {
      await sql`select pg_advisory_xact_lock(${overdueLock})`.execute(transaction);
      const recent = await transaction
        .selectFrom('jobs')
        .select('id')
        .where('kind', '=', kind)
        .where('created_at', '>', sql<Date>`now() - make_interval(mins => ${overdueMinutes})`)
        .limit(1)
        .executeTakeFirst();
      if (!recent) await sendJob(transaction, boss, { kind, requestedBy: null });
    });
  }
}

type Dependencies = {
  db: Db;
  boss: PgBoss;
  definitions: readonly JobDefinition[];
  /** Opens another slot for the kind. */
  take(definition: JobDefinition): Promise<void>;
};

/** Takes jobs of every kind that isn't paused. A running job finishes after its kind is paused. */
class PausedKinds {
  readonly #dependencies: Dependencies;
  /** A stopping kind resumes only after its last job has ended, so the concurrency limit is never exceeded. */
  readonly #idle = new Map<string, 'stopping' | 'stopped'>();
  #isLooking = false;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  async start(): Promise<void> {
    const paused = await listPausedKinds(this.#dependencies.db);
    for (const definition of this.#dependencies.definitions) {
      if (paused.has(definition.kind)) this.#idle.set(definition.kind, 'stopped');
      else await this.#take(definition);
    }
  }

  async look(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    try {
      const paused = await listPausedKinds(this.#dependencies.db);
      for (const definition of this.#dependencies.definitions)
        await this.#follow(definition, paused.has(definition.kind));
    } finally {
      this.#isLooking = false;
    }
  }

  async #follow(definition: JobDefinition, isPaused: boolean): Promise<void> {
    const { kind } = definition;
    const idle = this.#idle.get(kind);
    if (isPaused && !idle) this.#stop(kind);
    if (isPaused || idle !== 'stopped') return;
    this.#idle.delete(kind);
    await this.#take(definition);
  }

  #stop(kind: string): void {
    this.#idle.set(kind, 'stopping');
    const stopped = () => void this.#idle.set(kind, 'stopped');
    this.#dependencies.boss.offWork(kind, { wait: true }).then(stopped, stopped);
  }

  async #take(definition: JobDefinition): Promise<void> {
    for (let index = 0; index < definition.concurrency; index += 1) await this.#dependencies.take(definition);
  }
}
