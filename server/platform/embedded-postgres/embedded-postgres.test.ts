import { execFile } from 'node:child_process';
import { chown, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { stillRuns } from '../supervisor/process-identity.ts';
import type { RunningPart } from '../supervisor/running-part.ts';
import { startWatchdog, type Watchdog } from '../supervisor/watchdog.ts';
import { applicationRole, superuserRole } from './database-url.ts';
import { discardEmbeddedPostgres, type EmbeddedPostgres, openEmbeddedPostgres } from './embedded-postgres.ts';

let folder: string;
let watchdog: Watchdog;
let postgres: EmbeddedPostgres;
let part: RunningPart | undefined;

function pidOfPart(): number {
  if (part?.pid === undefined) throw new Error('PostgreSQL does not run.');
  return part.pid;
}

beforeAll(async () => {
  watchdog = startWatchdog();
  // The path has characters that are special in the shell, in PostgreSQL lists and in URLs.
  folder = path.join(await mkdtemp(path.join(os.tmpdir(), 'lectern-embedded-')), 'a b, "c" %20');
  await promisify(execFile)('mkdir', ['-p', folder]);
  postgres = await openEmbeddedPostgres({ dataDir: folder, runAs: 'auto', watchdog, onLine: () => undefined });
  part = await postgres.launch();
});
afterAll(async () => {
  await part?.stop();
  watchdog.close();
  await discardEmbeddedPostgres(folder);
  await rm(path.dirname(folder), { recursive: true });
});

async function query<Row extends pg.QueryResultRow>(sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: postgres.databaseUrl });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

const passwordOf = (url: string): string => /:([0-9a-f]{64})@/.exec(url)?.[1] ?? '';

const pidFile = (): string => path.join(postgres.placement.cluster, 'postmaster.pid');

test('it keeps fsync on, listens on no network address and speaks Unicode', async () => {
  const settings = await query<{ name: string; setting: string }>(
    "select name, setting from pg_settings where name in ('fsync', 'full_page_writes', 'listen_addresses', 'server_encoding')",
  );
  expect(Object.fromEntries(settings.map(({ name, setting }) => [name, setting]))).toEqual({
    fsync: 'on',
    full_page_writes: 'on',
    listen_addresses: '',
    server_encoding: 'UTF8',
  });
  const [letters] = await query<{ upper: string; sorted: boolean }>(
    "select upper('äß文') as upper, 'a' < 'ä' as sorted",
  );
  expect(letters).toEqual({ upper: 'Äß文', sorted: true });
});

test('only its owner may reach the files and the socket', async () => {
  const { cluster, socketDirectory } = postgres.placement;
  expect((await stat(cluster)).mode & 0o777).toBe(0o700);
  expect((await stat(socketDirectory)).mode & 0o777).toBe(0o700);
});

test('its socket asks for a password, which only the owner of the data directory can read', async () => {
  const { socketDirectory } = postgres.placement;
  const secretFile = path.join(folder, 'postgres/secret');
  expect((await stat(secretFile)).mode & 0o777).toBe(0o600);
  for (const role of [applicationRole, superuserRole]) {
    // No password, a wrong one, and for the superuser also the application's password.
    const passwords = [undefined, 'wrong', ...(role === superuserRole ? [passwordOf(postgres.databaseUrl)] : [])];
    for (const password of passwords) {
      const client = new pg.Client({ host: socketDirectory, user: role, database: 'postgres', password });
      await expect(client.connect()).rejects.toThrow(/password/);
    }
  }
  expect(await query('select 1 as one')).toEqual([{ one: 1 }]);
});

test('a cluster that trusted its socket, or lost its secret, asks from the next start on', async () => {
  await part?.stop();
  await writeFile(path.join(postgres.placement.cluster, 'pg_hba.conf'), 'local all all trust\n');
  part = await postgres.launch();
  const { socketDirectory } = postgres.placement;
  const stranger = new pg.Client({ host: socketDirectory, user: superuserRole, database: 'postgres' });
  await expect(stranger.connect()).rejects.toThrow(/password/);
  await part.stop();
  await rm(path.join(folder, 'postgres/secret'));
  const before = postgres.databaseUrl;
  postgres = await openEmbeddedPostgres({ dataDir: folder, runAs: 'auto', watchdog, onLine: () => undefined });
  expect(postgres.databaseUrl).not.toBe(before);
  part = await postgres.launch();
  expect(await query('select 1 as one')).toEqual([{ one: 1 }]);
});

test('the application owns its database but is no superuser', async () => {
  const [role] = await query<{ superuser: boolean; owner: boolean }>(
    `select r.rolsuper as superuser, d.datdba = r.oid as owner
     from pg_roles r, pg_database d where r.rolname = current_user and d.datname = current_database()`,
  );
  expect(role).toEqual({ superuser: false, owner: true });
  await expect(query("copy (select 1) to program 'true'")).rejects.toThrow(/permission denied/);
  await query('create extension pg_trgm');
});

test('committed data survives kill -9', async () => {
  await query('create table kept (value text); ');
  await query("insert into kept values ('survives')");
  process.kill(pidOfPart(), 'SIGKILL');
  expect(await part?.exited).toEqual({ code: null, signal: 'SIGKILL' });
  expect(await readFile(pidFile(), 'utf8')).not.toBe('');
  part = await postgres.launch();
  expect(await query('select value from kept')).toEqual([{ value: 'survives' }]);
});

test('a pid file that names a living stranger does not keep it from starting', async () => {
  const left = await readFile(pidFile(), 'utf8');
  await part?.stop();
  await writeFile(pidFile(), left.replace(/^\d+/, String(process.pid)), { mode: 0o600 });
  const { uid, gid } = await stat(postgres.placement.cluster);
  await chown(pidFile(), uid, gid);
  part = await postgres.launch();
  expect(await query('select value from kept')).toEqual([{ value: 'survives' }]);
  expect(stillRuns({ pid: process.pid, startedAt: undefined })).toBe(true);
});

test('a PostgreSQL that lost its supervisor is stopped and replaced', async () => {
  const lost = part;
  part = await postgres.launch();
  expect(await lost?.exited).toEqual({ code: 0, signal: null });
  expect(part.pid).not.toBe(lost?.pid);
  expect(await query('select value from kept')).toEqual([{ value: 'survives' }]);
});

test('stopping it leaves no process and no pid file', async () => {
  const pid = pidOfPart();
  await part?.stop();
  expect(stillRuns({ pid, startedAt: undefined })).toBe(false);
  await vi.waitUntil(async () => !(await stat(pidFile()).catch(() => undefined)));
  part = undefined;
});

test('can be stopped during its start', async () => {
  const stopping = new AbortController();
  stopping.abort();
  await expect(postgres.launch(stopping.signal)).rejects.toThrow(/did not start/);
});
