import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { eventually } from './testing/eventually.ts';
import { openQueueRig, type QueueRig } from './testing/queue-rig.ts';
import { workerEnvironment } from './testing/worker-environment.ts';

vi.setConfig({ testTimeout: 120_000 });

let rig: QueueRig;
let dataDir: string;
let worker: ChildProcess | undefined;

beforeEach(async () => {
  rig = await openQueueRig({});
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'lectern-worker-'));
});
afterEach(async () => {
  if (worker && worker.exitCode === null && worker.signalCode === null) worker.kill('SIGKILL');
  await rig.close();
  await rm(dataDir, { recursive: true, force: true });
});

function start(env: Record<string, string> = {}): ChildProcess {
  worker = spawn(process.execPath, [path.join(import.meta.dirname, 'worker.ts')], {
    env: workerEnvironment({ databaseUrl: rig.databaseUrl, dataDir }, env),
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  return worker;
}

test('the worker process does its work, is seen, and leaves in order when it is asked to', async () => {
  const child = start();
  const [message] = await once(child, 'message');
  expect(message).toMatchObject({ type: 'ready' });
  const id = await rig.enqueue({ kind: 'supportBundle', requestedBy: null });
  const job = await rig.untilState(id, 'done');
  expect(job.file_id).not.toBeNull();
  const { id: nightly } = await rig.db
    .selectFrom('jobs')
    .select('id')
    .where('kind', '=', 'maintenance')
    .executeTakeFirstOrThrow();
  await rig.untilState(nightly, 'done');
  await eventually(async () => expect(await rig.db.selectFrom('workers').select('id').execute()).toHaveLength(1));
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  expect(await exit).toEqual([0, null]);
  expect(await rig.db.selectFrom('workers').select('id').execute()).toEqual([]);
});

test('the worker process reports invalid settings instead of starting', async () => {
  const child = start({ TIME_ZONE: 'Mars/Olympus' });
  let said = '';
  child.stderr?.on('data', (chunk) => {
    said += String(chunk);
  });
  const [code] = await once(child, 'close');
  expect(code).not.toBe(0);
  expect(said).toContain('TIME_ZONE');
});
