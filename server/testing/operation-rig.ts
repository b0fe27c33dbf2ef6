import type { OperationRow } from '@lectern/contract/features/operation.ts';
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { NotificationService } from '../features/notification/notification.service.ts';
import { operationJob } from '../features/operation/operation.jobs.ts';
import { OperationService } from '../features/operation/operation.service.ts';
import { OperationAnnouncer } from '../features/operation/operation-announcer.ts';
import { userListSource } from '../features/user/user-list.source.ts';
import type { Db } from '../platform/db/database.ts';
import { EventPublisher } from '../platform/events/event-publisher.ts';
import { ActionCatalogue } from '../platform/operation/action-catalogue.ts';
import type { OperationAction } from '../platform/operation/operation-action.ts';
import type { JobDefinition } from '../platform/queue/job-definition.ts';
import { JobWorker } from '../platform/queue/job-worker.ts';
import { PgBossQueue } from '../platform/queue/pg-boss-queue.ts';
import { eventually } from './eventually.ts';
import { definitionsOf, silentLogger } from './queue-rig.ts';
import { startTestApp } from './test-app.ts';

function operationParts(actions: readonly OperationAction[], notifications: NotificationService) {
  const publisher = new EventPublisher();
  const announcer = new OperationAnnouncer(publisher, notifications);
  const catalogue = new ActionCatalogue(actions, [userListSource]);
  const job = operationJob({ catalogue, announcer, timeZone: 'UTC', logger: silentLogger });
  const definitions: JobDefinition[] = [...definitionsOf({}).filter(({ kind }) => kind !== 'operation'), job];
  return { publisher, announcer, catalogue, definitions };
}

/** The real application and queue with actions defined by the test; workers run in this process. */
export async function openOperationRig(actions: readonly OperationAction[]) {
  const app = await startTestApp();
  const { db, databaseUrl } = app;
  const parts = operationParts(actions, app.container.services.notifications);
  const queue = new PgBossQueue({ databaseUrl, ...parts, logger: silentLogger });
  const operations = new OperationService({ db, queue, ...parts });
  const workers: JobWorker[] = [];
  return {
    app,
    db,
    operations,
    async startWorker(): Promise<JobWorker> {
      const onEnded = operations.jobEnded.bind(operations);
      const worker = new JobWorker({ databaseUrl, db, ...parts, onEnded, timeZone: 'UTC', logger: silentLogger });
      workers.push(worker);
      await worker.start();
      return worker;
    },
    async untilEnded(userId: string, id: string): Promise<OperationRow> {
      return eventually(async () => {
        const operation = await operations.get(userId, id);
        expect(['done', 'cancelled', 'failed']).toContain(operation.state);
        return operation;
      });
    },
    async close() {
      await Promise.all(workers.map((worker) => worker.stop()));
      await queue.close();
      await app.close();
    },
  };
}

export type OperationRig = Awaited<ReturnType<typeof openOperationRig>>;

/** Inserts people named `<prefix> 00001` and up; returns their ids in that order. */
export async function insertPeople(db: Db, prefix: string, count: number, departmentId?: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    insert into users (id, account, name, role_id, phone, department_id)
    select gen_random_uuid(), ${prefix} || '-' || number, ${prefix} || ' ' || lpad(number::text, 5, '0'), 4,
      'before ' || number, ${departmentId ?? null}
    from generate_series(1, ${count}::int) number
    returning id, name`.execute(db);
  return rows.map((row) => row.id);
}
