import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { StepKind } from '@lectern/contract/features/job.ts';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { makeDocx, paragraph } from '../../engines/document-text/fixtures/make-package.ts';
import { eventually } from '../../testing/eventually.ts';
import { passHeartbeat } from '../../testing/missed-heartbeat.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { UploadClient } from '../../testing/upload-client.ts';
import { workerEnvironment } from '../../testing/worker-environment.ts';
import { runChecks } from '../verify/run-checks.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 60_000 });

const engines = path.join(import.meta.dirname, '../../engines');
let test: TestApp;
let client: UploadClient;
let scratch: string;
let worker: ChildProcess | undefined;

beforeAll(async () => {
  scratch = await mkdtemp(path.join(os.tmpdir(), 'lectern-killed-'));
  test = await startTestApp();
  client = new UploadClient(test);
});
afterAll(async () => {
  await kill();
  await test.close();
  await rm(scratch, { recursive: true, force: true });
});

async function startWorker(): Promise<void> {
  worker = spawn(process.execPath, [path.join(import.meta.dirname, '../../worker.ts')], {
    // A separate temporary folder, so that leftovers of this worker can be recognised.
    env: workerEnvironment(test, { TMPDIR: scratch }),
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

/** Command lines of processes that work in the worker's folder. */
async function children(): Promise<string[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name) && Number(name) !== worker?.pid);
  const lines = await Promise.all(pids.map(async (pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')));
  return lines.filter((line) => line.includes(scratch));
}

async function jobOf(resourceId: string, kind: StepKind) {
  return test.db
    .selectFrom('jobs')
    .selectAll()
    .where('resource_id', '=', resourceId)
    .where('kind', '=', kind)
    .executeTakeFirst();
}

/** Sandbox launchers don't count until they have started their program. */
const isProgram = (line: string) => !/^(nice|prlimit|bwrap)\0/.test(line);

async function killWhile(resourceId: string, kind: StepKind): Promise<void> {
  for (;;) {
    const job = await jobOf(resourceId, kind);
    if (job?.state === 'running' && (await children()).some(isProgram)) break;
    expect(['none', 'pending', 'queued', 'running']).toContain(job?.state);
    await sleep(5);
  }
  await kill();
}

/** A sample; `npm run faults:reading` covers every step in every phase. */
const files: [StepKind, string, () => Promise<Buffer>][] = [
  [
    'convert',
    'long.docx',
    () => makeDocx(Array.from({ length: 300 }, (_, index) => paragraph(`Paragraph ${index} of a long text.`)).join('')),
  ],
  ['asr', 'lecture.ogg', () => readFile(path.join(engines, 'speech/fixtures/lecture.ogg'))],
];

it.each(files)(
  '%s whose worker is killed is taken up again: one whole result, no child and no file left',
  async (kind, name, make) => {
    const sent = await client.upload(name, await make(), { language: 'en' });
    const row = await test.db.selectFrom('uploads').select('resource_id').where('id', '=', sent.id).executeTakeFirst();
    const id = String(row?.resource_id);
    await startWorker();
    await killWhile(id, kind);
    await eventually(async () => expect(await children()).toEqual([]));
    expect(await jobOf(id, kind)).toMatchObject({ state: 'running', tries: 1 });
    await passHeartbeat(test.db);
    await startWorker();
    await eventually(async () => expect(await jobOf(id, kind)).toMatchObject({ state: 'done', tries: 2 }), 120_000);
    await eventually(async () => {
      const resource = await test.db.selectFrom('resources').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
      expect(resource.state).toBe('ready');
    });
    const readings = await test.db.selectFrom('readings').select('source').where('resource_id', '=', id).execute();
    expect(new Set(readings.map((reading) => reading.source)).size).toBe(readings.length);
    const verified = await runChecks(test.db, test.container.services.fileStore, { checksums: true });
    expect(verified.filter(({ count }) => count > 0)).toEqual([]);
    await eventually(async () =>
      expect((await readdir(scratch)).filter((entry) => entry.startsWith('lectern-work-'))).toEqual([]),
    );
    await kill();
  },
);
