import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { fromKysely, type Job, type PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import { BackgroundLoop } from '../background-loop/background-loop.ts';
import type { DueCondition } from '../background-loop/due-check.ts';
import type { Db } from '../db/database.ts';
import type { EventPublisher } from '../events/event-publisher.ts';
import { newId } from '../new-id.ts';
import { createBoss } from './create-boss.ts';
import { bossSchema, deliveryPriorityOf, ensureQueues, longSlots, shortSlots } from './fair-turns.ts';
import { assertEveryKindHasOneHandler, type JobDefinition } from './job-definition.ts';
import { JobRunner, type OnJobEnded } from './job-runner.ts';
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

/** How quickly cancelled jobs stop, pausing a kind takes effect and a failed job is tried again after its delay. */
const controlEveryMs = 2_000;
/** Notifications and our own condition wake the slots, so pg-boss itself hardly needs to poll. */
const pollEverySeconds = 600;
/** With the ten-second heartbeat, a killed worker's job is picked up again in less than thirty seconds. */
const superviseEveryMs = 5_000;
const superviseIdleEveryMs = 300_000;
/** Deliveries of a previous process may look alive for as long, even those whose jobs aren't known yet. */
const superviseAfterStartMs = 60_000;
const stopWithinMs = 5_000;

export class JobWorker {
  readonly #options: WorkerOptions;
  readonly #runner: JobRunner;
  readonly #presence: WorkerPresence;
  #stopping = new AbortController();
  #boss: PgBoss | undefined;
  #paused: PausedKinds | undefined;
  readonly #control: BackgroundLoop;
  /** Slots by kind. */
  readonly #slots = new Map<string, Set<string>>();
  #startedAt = 0;
  #supervisedAt = 0;

  constructor(options: WorkerOptions) {
    assertEveryKindHasOneHandler(options.definitions);
    this.#options = options;
    this.#presence = new WorkerPresence(options);
    this.#control = new BackgroundLoop({
      ...{ name: 'jobControl', everyMs: controlEveryMs, db: options.db, logger: options.logger },
      due: () => this.#isControlDue(),
      run: () => this.#followControls(),
    });
    this.#runner = new JobRunner({ ...options, worker: this.#presence.name });
  }

  /** Resolves once jobs are being taken; keeps retrying while the database is down. */
  async start(): Promise<void> {
    const { definitions, db, timeZone, logger } = this.#options;
    // A stopped worker can be started again.
    this.#stopping = new AbortController();
    this.#slots.clear();
    await this.#presence.start();
    const boss = await this.#openPatiently(this.#stopping.signal);
    if (!boss) return;
    this.#boss = boss;
    await updateSchedules(boss, definitions, timeZone);
    const lost = await redeliverLostJobs(db, boss);
    if (lost > 0) logger.warn({ count: lost }, 'requeued jobs that had no delivery');
    this.#paused = new PausedKinds({
      ...{ db, boss, definitions },
      take: (definition) => this.#work(boss, definition),
      leave: (kind) => this.#slots.delete(kind),
    });
    await this.#paused.start();
    await startOverdueSchedules(db, boss, definitions);
    this.#startedAt = performance.now();
    this.#supervisedAt = Number.NEGATIVE_INFINITY;
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

  #isControlDue(): DueCondition {
    if (this.#runner.isBusy) return sql`true`;
    return sql`${this.#paused?.isChanged() ?? sql`false`}
      or exists (${waitingDeliveries([...this.#slots.keys()])}) or ${this.#isSupervisionDue()}`;
  }

  async #followControls(): Promise<undefined> {
    await this.#runner.stopLost();
    await this.#paused?.look();
    await this.#wakeSlots();
    if (performance.now() - this.#supervisedAt < superviseEveryMs) return;
    this.#supervisedAt = performance.now();
    await this.#boss?.supervise();
  }

  /** Wakes the slots of waiting jobs that no notification announced: after a delay, or when one was missed. */
  async #wakeSlots(): Promise<void> {
    const { rows } = await waitingDeliveries([...this.#slots.keys()]).execute(this.#options.db);
    for (const { name } of rows) for (const slot of this.#slots.get(name) ?? []) this.#boss?.notifyWorker(slot);
  }

  /** Only unfinished jobs can lose their worker. */
  #isSupervisionDue(): DueCondition {
    const now = performance.now();
    const age = now - this.#supervisedAt;
    if (age < superviseEveryMs) return sql`false`;
    if (age >= superviseIdleEveryMs) return sql`true`;
    if (now - this.#startedAt >= superviseAfterStartMs)
      return sql`exists (select from jobs where state in ('queued', 'running'))`;
    return sql`exists (select from ${sql.table(`${bossSchema}.job`)} where state = 'active')`;
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
      {
        pollingIntervalSeconds: pollEverySeconds,
        notifyPollingIntervalSeconds: pollEverySeconds,
        heartbeatRefreshSeconds: 3,
        ...slots,
      },
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
    const known = this.#slots.get(definition.kind) ?? new Set();
    this.#slots.set(definition.kind, known.add(workId));
  }

  async #openPatiently(stopping: AbortSignal): Promise<PgBoss | undefined> {
    const { logger, definitions } = this.#options;
    for (let tries = 0; !stopping.aborted; tries += 1) {
      const boss = createBoss(this.#options, {
        application_name: 'lectern-worker-queue',
        max: 4,
        useListenNotify: true,
        monitorIntervalSeconds: superviseEveryMs / 1000,
        cronWorkerIntervalSeconds: 10,
      });
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
}

async function updateSchedules(boss: PgBoss, definitions: readonly JobDefinition[], timeZone: string): Promise<void> {
  const known = new Map((await boss.getSchedules()).map((schedule) => [schedule.name, schedule]));
  for (const { kind, schedule } of definitions) {
    const current = known.get(kind);
    if (!schedule) {
      if (current) await boss.unschedule(kind);
    } else if (current?.cron !== schedule || current.timezone !== timeZone) {
      await boss.schedule(kind, schedule, {}, { tz: timeZone });
    }
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

/** The given kinds that have a job to take. */
const waitingDeliveries = (kinds: readonly string[]) => sql<{ name: string }>`
  select kind.name from unnest(${kinds}::text[]) as kind (name) where exists (
    select from ${sql.table(`${bossSchema}.job`)} delivery
    where delivery.name = kind.name and state < 'active' and not blocked and start_after <= now())`;

type Dependencies = {
  db: Db;
  boss: PgBoss;
  definitions: readonly JobDefinition[];
  /** Opens another slot for the kind. */
  take(definition: JobDefinition): Promise<void>;
  leave(kind: string): void;
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

  /** A kind was paused or resumed, or is still stopping. */
  isChanged(): DueCondition {
    const kinds = this.#dependencies.definitions.map(({ kind }) => kind);
    return sql`(select coalesce(array_agg(kind order by kind), '{}') from paused_queues
      where kind = any (${kinds}::text[])) <> ${[...this.#idle.keys()].sort()}::text[]`;
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
    this.#dependencies.leave(kind);
    const stopped = () => void this.#idle.set(kind, 'stopped');
    this.#dependencies.boss.offWork(kind, { wait: true }).then(stopped, stopped);
  }

  async #take(definition: JobDefinition): Promise<void> {
    for (let index = 0; index < definition.concurrency; index += 1) await this.#dependencies.take(definition);
  }
}
