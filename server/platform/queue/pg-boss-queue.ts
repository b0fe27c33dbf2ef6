import { sql } from 'kysely';
import { fromKysely, type PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import type { Executor } from '../db/database.ts';
import type { EventPublisher } from '../events/event-publisher.ts';
import { newId } from '../new-id.ts';
import { createBoss } from './create-boss.ts';
import { bossSchema, deliveryPriorityOf, ensureQueues } from './fair-turns.ts';
import { assertEveryKindHasOneHandler, type JobDefinition } from './job-definition.ts';
import type { JobQueue, NewBeginning, NewJob } from './job-queue.ts';
import { renewJob } from './job-rows.ts';
import { publishJob } from './publish-job.ts';
import { sendJob } from './send-job.ts';

type QueueOptions = {
  databaseUrl: string;
  definitions: readonly JobDefinition[];
  publisher: EventPublisher;
  logger: Logger;
};

/** Enqueues jobs for the workers. Used by every process; delivers nothing itself. */
export class PgBossQueue implements JobQueue {
  readonly #options: QueueOptions;
  #boss: Promise<PgBoss> | undefined;

  constructor(options: QueueOptions) {
    assertEveryKindHasOneHandler(options.definitions);
    this.#options = options;
  }

  /** Connects in advance so no request waits for it; otherwise the first job connects. */
  async open(): Promise<void> {
    await this.#opened();
  }

  async enqueue(transaction: Executor, job: NewJob): Promise<string> {
    const boss = await this.#opened();
    const id = await sendJob(transaction, boss, job);
    await publishJob(transaction, this.#options.publisher, { id, requestedBy: job.requestedBy, resourceId: null });
    return id;
  }

  async cancel(transaction: Executor, jobId: string): Promise<boolean> {
    const boss = await this.#opened();
    const job = await transaction
      .updateTable('jobs')
      .set({ state: 'cancelled', finished_at: sql`now()` })
      .where('id', '=', jobId)
      .where('state', 'in', ['queued', 'running'])
      .returning(['kind', 'delivery_id', 'requested_by', 'resource_id'])
      .executeTakeFirst();
    if (!job) return false;
    if (job.delivery_id) {
      await boss.cancel(job.kind, job.delivery_id, { db: fromKysely(transaction) });
    }
    const { requested_by: requestedBy, resource_id: resourceId } = job;
    await publishJob(transaction, this.#options.publisher, { id: jobId, requestedBy, resourceId });
    return true;
  }

  async requeue(transaction: Executor, jobId: string, change: NewBeginning = {}): Promise<void> {
    const boss = await this.#opened();
    const deliveryId = newId();
    const { kind, priority, before, job } = await renewJob(transaction, { ...change, jobId, deliveryId });
    const db = fromKysely(transaction);
    if (before) await boss.cancel(kind, before, { db });
    await boss.send(kind, { jobId }, { id: deliveryId, priority, db });
    await publishJob(transaction, this.#options.publisher, job);
  }

  async prioritise(transaction: Executor, jobId: string, priority: number): Promise<void> {
    await this.#opened();
    await sql`
      with job as (update jobs set priority = ${priority} where id = ${jobId} returning kind, delivery_id, priority, is_short)
      update ${sql.table(`${bossSchema}.job`)} delivery set priority = ${deliveryPriorityOf('job')} from job
      where delivery.name = job.kind and delivery.id = job.delivery_id and delivery.state in ('created', 'retry')`.execute(
      transaction,
    );
  }

  async close(): Promise<void> {
    const boss = await this.#boss?.catch(() => undefined);
    this.#boss = undefined;
    await boss?.stop({ graceful: false });
  }

  #opened(): Promise<PgBoss> {
    this.#boss ??= this.#start().catch((error: unknown) => {
      this.#boss = undefined;
      throw error;
    });
    return this.#boss;
  }

  async #start(): Promise<PgBoss> {
    const { definitions } = this.#options;
    const boss = createBoss(this.#options, { application_name: 'lectern-queue', max: 2, schedule: false });
    try {
      await boss.start();
      await ensureQueues(boss, definitions);
      return boss;
    } catch (error) {
      await boss.stop({ graceful: false }).catch(() => undefined);
      throw error;
    }
  }
}
