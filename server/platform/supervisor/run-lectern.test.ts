import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createTestDatabase } from '../../testing/postgres.ts';
import { discardEmbeddedPostgres } from '../embedded-postgres/embedded-postgres.ts';
import { stillRuns } from './process-identity.ts';

const isAlive = (pid: number): boolean => stillRuns({ pid, startedAt: undefined });
const patience = { timeout: 40_000, interval: 20 };
let databaseUrl: string;
let folder: string;
let diaryFile: string;
const running: ChildProcess[] = [];

beforeAll(async () => {
  ({ databaseUrl } = await createTestDatabase());
});
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'lectern-run-'));
  diaryFile = path.join(folder, 'diary');
  await writeFile(diaryFile, '');
});
afterEach(async () => {
  for (const supervisor of running.splice(0)) supervisor.kill('SIGKILL');
  for (const { pid } of await diary()) await vi.waitUntil(() => !isAlive(pid), patience);
  await rm(folder, { recursive: true });
});

/** Starts the real supervisor as a child process, with stand-ins for prepare, api and worker. */
function start(env: Record<string, string> = {}, starter: string[] = []) {
  const entry = path.join(import.meta.dirname, 'fixtures', 'start.ts');
  const [program = '', ...args] = [...starter, process.execPath, entry];
  const supervisor = spawn(program, args, {
    env: {
      ...process.env,
      npm_lifecycle_event: '',
      DATABASE_URL: databaseUrl,
      LECTERN_DATA_DIR: path.join(folder, 'data'),
      FIXTURE_DIARY: diaryFile,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running.push(supervisor);
  let output = '';
  supervisor.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    output += chunk;
  });
  return { supervisor, exited: once(supervisor, 'close'), output: () => output };
}

async function diary(): Promise<{ event: string; pid: number }[]> {
  const lines = (await readFile(diaryFile, 'utf8')).trim().split('\n').filter(Boolean);
  return lines.map((line) => {
    const at = line.lastIndexOf(' ');
    return { event: line.slice(0, at), pid: Number(line.slice(at + 1)) };
  });
}

const events = async (): Promise<string[]> => (await diary()).map(({ event }) => event);
async function pidOf(event: string): Promise<number> {
  const entry = (await diary()).findLast((each) => each.event.startsWith(event));
  if (!entry) throw new Error(`Nothing in the diary about: ${event}`);
  return entry.pid;
}
/** Waits until all texts are printed; a failure shows the actual output. */
async function untilPrinted(output: () => string, ...texts: string[]): Promise<void> {
  await vi.waitFor(() => {
    for (const text of texts) expect(output()).toContain(text);
  }, patience);
}
const isUp = (output: () => string): Promise<void> => untilPrinted(output, 'Lectern is ready');

test('starts api and worker, and prints address and login', async () => {
  const { supervisor, exited, output } = start();
  await isUp(output);
  expect(await events()).toEqual(expect.arrayContaining(['worker ready', 'api ready supervised=external']));
  expect(output()).toMatch(/http:\/\/127\.0\.0\.1:1[\s\S]*admin[\s\S]*first-password/);
  expect(output()).not.toContain('\u001b[');
  supervisor.kill('SIGTERM');
  expect(await exited).toEqual([0, null]);
});

test.for(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
  'on %s it stops api, then worker, and leaves nothing running',
  async (signal) => {
    const { supervisor, exited, output } = start();
    await isUp(output);
    supervisor.kill(signal);
    expect(await exited).toEqual([0, null]);
    expect((await events()).slice(-2)).toEqual(['api stopped by SIGTERM', 'worker stopped by SIGTERM']);
    for (const { pid } of await diary()) expect(isAlive(pid)).toBe(false);
  },
);

test('a killed api restarts while the worker continues', async () => {
  const { output } = start();
  await isUp(output);
  const [api, worker] = [await pidOf('api ready'), await pidOf('worker ready')];
  process.kill(api, 'SIGKILL');
  await untilPrinted(output, 'api is running again');
  expect(output()).toContain('api was killed by SIGKILL. Restarting in 1 s.');
  expect(await pidOf('api ready')).not.toBe(api);
  expect(isAlive(worker)).toBe(true);
});

test('an api and a worker that hang are replaced', async () => {
  const { output } = start();
  await isUp(output);
  const hung = [await pidOf('api ready'), await pidOf('worker ready')];
  for (const pid of hung) process.kill(pid, 'SIGSTOP');
  await untilPrinted(output, 'api is running again', 'worker is running again');
  expect(output()).toContain('api stopped responding. Restarting it.');
  expect(output()).toContain('worker stopped responding. Restarting it.');
  for (const pid of hung) expect(isAlive(pid)).toBe(false);
});

test('an api that hangs as soon as it is ready is replaced', async () => {
  const { output } = start({ FIXTURE_API_HUNG_ONCE: path.join(folder, 'hung-once') });
  await untilPrinted(output, 'api stopped responding. Restarting it.', 'api is running again');
});

test('an api that got any free port is back on the same one', async () => {
  const { output } = start({ PORT: '0' });
  await isUp(output);
  process.kill(await pidOf('api ready'), 'SIGKILL');
  await untilPrinted(output, 'api is running again');
  const asked = (await events()).filter((event) => event.startsWith('api asked'));
  expect(asked).toEqual(['api asked for port 0', 'api asked for port 4321']);
});

test('a killed supervisor leaves no child behind, and the next one starts', async () => {
  const first = start();
  await isUp(first.output);
  const children = [await pidOf('api ready'), await pidOf('worker ready')];
  first.supervisor.kill('SIGKILL');
  await first.exited;
  for (const pid of children) await vi.waitUntil(() => !isAlive(pid), patience);
  const second = start();
  await isUp(second.output);
});

test('below npm, it stops when npm is killed', async () => {
  const { supervisor } = start({ npm_lifecycle_event: 'start' }, ['sh', '-c', '"$@" & wait', 'sh']);
  await vi.waitUntil(async () => (await events()).filter((event) => event.includes(' ready')).length === 2, patience);
  supervisor.kill('SIGKILL');
  for (const { pid } of await diary()) await vi.waitUntil(() => !isAlive(pid), patience);
  expect((await events()).slice(-2)).toEqual(['api stopped by SIGTERM', 'worker stopped by SIGTERM']);
});

test('an api that must not be started again stops everything with its code', async () => {
  const { exited } = start({ FIXTURE_API_REFUSES: '1' });
  expect(await exited).toEqual([78, null]);
  for (const { pid } of await diary()) expect(isAlive(pid)).toBe(false);
});

test('a second Lectern on the same data directory is refused, and the first continues', async () => {
  const first = start();
  await isUp(first.output);
  const second = start();
  expect(await second.exited).toEqual([78, null]);
  expect(second.output()).toContain(`(process ${first.supervisor.pid})`);
  expect(isAlive(await pidOf('api ready'))).toBe(true);
});

test('all problems of the settings are printed at once', async () => {
  const { exited, output } = start({ PORT: 'many', TIME_ZONE: 'Mars/Base', LECTERN_COLOUR: 'red' });
  expect(await exited).toEqual([78, null]);
  for (const name of ['PORT', 'TIME_ZONE', 'LECTERN_COLOUR']) expect(output()).toContain(`- ${name}: `);
  expect(await events()).toEqual([]);
});

test('a data directory that cannot be written is said and nothing starts', async () => {
  const { exited, output } = start({ LECTERN_DATA_DIR: '/dev/null/data' });
  expect(await exited).toEqual([78, null]);
  expect(output()).toContain('Can’t write to the data directory /dev/null/data');
  expect(await events()).toEqual([]);
});

test('with the embedded PostgreSQL: a kill of the database and of the supervisor leaves nothing lost or running', async () => {
  const first = start({ DATABASE_URL: '' });
  await isUp(first.output);
  expect(await events()).toContain('api ready supervised=embedded');
  const cluster = /embedded PostgreSQL in (.+)/.exec(first.output())?.[1] ?? '';
  const postmaster = async (): Promise<number> =>
    Number.parseInt(await readFile(path.join(cluster, 'postmaster.pid'), 'utf8'), 10);
  const killed = await postmaster();
  process.kill(killed, 'SIGKILL');
  await untilPrinted(first.output, 'postgres is running again');

  const orphan = await postmaster();
  expect(orphan).not.toBe(killed);
  first.supervisor.kill('SIGKILL');
  await first.exited;
  await vi.waitUntil(() => !isAlive(orphan), patience);

  const second = start({ DATABASE_URL: '' });
  await isUp(second.output);
  const last = await postmaster();
  second.supervisor.kill('SIGTERM');
  expect(await second.exited).toEqual([0, null]);
  for (const pid of [last, ...(await diary()).map((entry) => entry.pid)]) expect(isAlive(pid)).toBe(false);
  await discardEmbeddedPostgres(path.join(folder, 'data'));
});
