import { type JobKind, type JobState, jobKinds } from '@lectern/contract/features/job.ts';
import { pino } from 'pino';
import { expect } from 'vitest';
import { type Db, openDatabase } from '../platform/db/database.ts';
import { EventPublisher } from '../platform/events/event-publisher.ts';
import { newId } from '../platform/new-id.ts';
import type { JobDefinition, JobHandler } from '../platform/queue/job-definition.ts';
import type { NewJob } from '../platform/queue/job-queue.ts';
import type { OnJobEnded } from '../platform/queue/job-runner.ts';
import { JobWorker } from '../platform/queue/job-worker.ts';
import { PgBossQueue } from '../platform/queue/pg-boss-queue.ts';
import { eventually } from './eventually.ts';
import { createTestDatabase } from './postgres.ts';

export type Handlers = Partial<Record<JobKind, JobHandler>>;

export function definitionsOf(handlers: Handlers, change: Partial<JobDefinition> = {}): JobDefinition[] {
  return jobKinds.map((kind) => ({
    kind,
    concurrency: 1,
    limitSeconds: 60,
    load: async () => handlers[kind] ?? (async () => ({})),
    ...change,
  }));
}

export const silentLogger = pino({ level: 'silent' });

/** A real queue on its own database; workers run in this process. */
export async function openQueueRig(handlers: Handlers, options: { onEnded?: OnJobEnded } = {}) {
  const { databaseUrl, drop } = await createTestDatabase();
  const { db } = openDatabase({ databaseUrl, applicationName: 'test', poolSize: 8 });
  const publisher = new EventPublisher();
  const definitions = definitionsOf(handlers);
  const queue = new PgBossQueue({ databaseUrl, definitions, publisher, logger: silentLogger });
  const workers: JobWorker[] = [];

  async function startWorker(changed: readonly JobDefinition[] = definitions): Promise<JobWorker> {
    const worker = new JobWorker({
      databaseUrl,
      db,
      definitions: changed,
      publisher,
      onEnded: options.onEnded ?? (async () => undefined),
      timeZone: 'UTC',
      logger: silentLogger,
    });
    workers.push(worker);
    await worker.start();
    return worker;
  }

  return {
    db,
    databaseUrl,
    queue,
    publisher,
    startWorker,
    enqueue: (job: NewJob) => db.transaction().execute((transaction) => queue.enqueue(transaction, job)),
    jobOf: (id: string) => jobOf(db, id),
    untilState: (id: string, state: JobState) => untilState(db, id, state),
    async close() {
      await Promise.all(workers.map((worker) => worker.stop()));
      await queue.close();
      await db.destroy();
      await drop();
    },
  };
}

export type QueueRig = Awaited<ReturnType<typeof openQueueRig>>;

export async function jobOf(db: Db, id: string) {
  return db.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

export async function untilState(db: Db, id: string, state: JobState) {
  await eventually(async () => {
    const job = await jobOf(db, id);
    expect({ state: job.state, cause: job.cause, log: job.log }).toMatchObject({ state });
  });
  return jobOf(db, id);
}

export async function insertUser(db: Db, name = 'Ada'): Promise<string> {
  const id = newId();
  await db
    .insertInto('users')
    .values({ id, account: `user-${id.slice(-12)}`, name, role_id: 4 })
    .execute();
  return id;
}
