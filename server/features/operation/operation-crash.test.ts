import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import {
  getOperation,
  listOperationItems,
  type OperationRow,
  startOperation,
  undoOperation,
} from '@lectern/contract/features/operation.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { eventually } from '../../testing/eventually.ts';
import { passHeartbeat } from '../../testing/missed-heartbeat.ts';
import { insertPeople } from '../../testing/operation-rig.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { workerEnvironment } from '../../testing/worker-environment.ts';

vi.setConfig({ testTimeout: 900_000 });

const people = 2_000;
let test: TestApp;
let worker: ChildProcess | undefined;

beforeAll(async () => {
  test = await startTestApp();
});
afterAll(async () => {
  await kill();
  await test.close();
});

async function startWorker(): Promise<void> {
  worker = spawn(process.execPath, [path.join(import.meta.dirname, '../../worker.ts')], {
    env: workerEnvironment(test),
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  await once(worker, 'message');
}

async function kill(): Promise<void> {
  if (!worker || worker.exitCode !== null || worker.signalCode !== null) return;
  const exited = once(worker, 'exit');
  worker.kill('SIGKILL');
  await exited;
}

async function until(id: string, holds: (operation: OperationRow) => boolean): Promise<OperationRow> {
  return eventually(async () => {
    const { data } = await test.call(getOperation, { params: { id } }, { as: test.admin });
    expect(holds(data)).toBe(true);
    return data;
  }, 600_000);
}

/** Everything an operation could change in a person, except the version, which is compared separately. */
async function peopleNow() {
  const { rows } = await sql<{ id: string; person: string; access: number }>`
    select id, access, (to_jsonb(users) - 'version' - 'updated_at')::text as person
    from users where name like 'Crowd %' order by id`.execute(test.db);
  return rows;
}

async function countItems(id: string, state: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from operation_items where operation_id = ${id} and state = ${state}`.execute(test.db);
  return rows[0]?.count ?? 0;
}

async function itemsOf(id: string, state: 'skipped' | 'failed') {
  const query = { state, size: 200 };
  return (await test.call(listOperationItems, { params: { id }, query }, { as: test.admin })).data.rows;
}

it('forbids 2,000 users although its worker is killed in the middle, reports right, and Undo restores exactly', async () => {
  const ids = await insertPeople(test.db, 'Crowd', people);
  const forbiddenBefore = ids.slice(0, 50);
  await test.db.updateTable('users').set({ access: 1 }).where('id', 'in', forbiddenBefore).execute();
  const before = await peopleNow();
  const body = { list: 'user', action: 'forbid', selection: { matching: 'search=Crowd' } };
  const { data: started } = await test.call(startOperation, { body }, { as: test.admin });

  await startWorker();
  await until(started.id, (operation) => operation.done >= 300);
  await kill();
  const done = await countItems(started.id, 'done');
  const halfWay = await test.call(getOperation, { params: { id: started.id } }, { as: test.admin });
  expect(halfWay.data).toMatchObject({ state: 'running', total: people, done });
  expect(done).toBeLessThan(people - 50);
  // Only completed batches took effect; the current one was rolled back with its worker.
  expect((await peopleNow()).filter((person) => person.access === 1)).toHaveLength(50 + done);

  await passHeartbeat(test.db);
  await startWorker();
  const ended = await until(started.id, (operation) => operation.state !== 'running');
  expect(ended).toMatchObject({ state: 'done', total: people, done: people - 50, skipped: 50, failed: 0, cause: null });
  expect((await peopleNow()).every((person) => person.access === 1)).toBe(true);
  expect(new Set((await itemsOf(started.id, 'skipped')).map((item) => item.objectId))).toEqual(
    new Set(forbiddenBefore),
  );
  const { rows: activities } = await sql<{ all: number; distinct: number }>`
    select count(*) as all, count(distinct object_id) as distinct
    from activities where action = 'user.forbidden'`.execute(test.db);
  expect(activities).toEqual([{ all: people - 50, distinct: people - 50 }]);

  const meddled = ids.slice(100, 103);
  const meddling = { phone: 'changed since', version: sql<number>`version + 1` };
  await test.db.updateTable('users').set(meddling).where('id', 'in', meddled).execute();
  const { data: undoing } = await test.call(undoOperation, { params: { id: started.id } }, { as: test.admin });
  const undone = await until(undoing.id, (operation) => operation.finishedAt !== null);
  expect(undone).toMatchObject({ state: 'done', total: people - 50, done: people - 53, skipped: 3, failed: 0 });
  expect(new Set((await itemsOf(undoing.id, 'skipped')).map((item) => item.objectId))).toEqual(new Set(meddled));
  const untouched = (rows: typeof before) => rows.filter((person) => !meddled.includes(person.id));
  expect(untouched(await peopleNow())).toEqual(untouched(before));
  const left = (await peopleNow()).filter((person) => meddled.includes(person.id));
  expect(left.every((person) => person.access === 1 && person.person.includes('changed since'))).toBe(true);
  const original = await test.call(getOperation, { params: { id: started.id } }, { as: test.admin });
  expect(original.data).toMatchObject({ undone: people - 53, undoneBy: undoing.id, undoUntil: null });
});
