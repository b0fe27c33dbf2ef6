import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startWatchdog, type Watchdog } from '../supervisor/watchdog.ts';
import { discardEmbeddedPostgres, openEmbeddedPostgres } from './embedded-postgres.ts';
import { choosePrivilege, type RunAs } from './placement.ts';
import { commandAs, namespaceWorks, unprivilegedId } from './privilege.ts';
import { readSharedPlace } from './shared-place.ts';

const isRoot = process.getuid?.() === 0;
let dataDir: string;
let watchdog: Watchdog;

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'lectern-privilege-'));
  watchdog = startWatchdog();
});
afterEach(async () => {
  watchdog.close();
  await discardEmbeddedPostgres(dataDir);
});

async function inRunning<Result>(runAs: RunAs, use: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const postgres = await openEmbeddedPostgres({ dataDir, runAs, watchdog, onLine: () => undefined, durable: false });
  const part = await postgres.launch();
  const client = new pg.Client({ connectionString: postgres.databaseUrl });
  try {
    await client.connect();
    return await use(client);
  } finally {
    await client.end();
    await part.stop();
  }
}

const makeNote = (client: pg.Client) => client.query("create table note as select 'written' as text");
const readNote = async (client: pg.Client) => (await client.query('select text from note')).rows;

// An ordinary user has no privileges to give up; how the mode is chosen is tested below for both.
const describeForRoot = isRoot ? describe : () => undefined;
describeForRoot('started by root', () => {
  test('by user namespace the files stay root’s, in the data directory', async () => {
    if (!(await namespaceWorks('/bin/true', dataDir))) {
      await expect(inRunning('namespace', makeNote)).rejects.toThrow('User namespaces don’t work here');
      return;
    }
    await inRunning('namespace', makeNote);
    expect(await inRunning('namespace', readNote)).toEqual([{ text: 'written' }]);
    expect((await stat(path.join(dataDir, 'postgres', 'cluster', 'PG_VERSION'))).uid).toBe(0);
  });

  test('with setpriv the cluster belongs to nobody, in the shared place, and is found again', async () => {
    await inRunning('setpriv', makeNote);
    const place = await readSharedPlace(path.join(dataDir, 'postgres'));
    expect(place).toMatch(/^\/var\/lib\/lectern\//);
    expect((await stat(path.join(place ?? '', 'cluster', 'PG_VERSION'))).uid).toBe(unprivilegedId);
    expect(await inRunning('auto', readNote)).toEqual([{ text: 'written' }]);
    await expect(inRunning('namespace', readNote)).rejects.toThrow('Unset LECTERN_POSTGRES_RUN_AS');
  });

  test('a cluster in the data directory moves to the shared place with its content', async () => {
    await inRunning('auto', makeNote);
    expect(await inRunning('setpriv', readNote)).toEqual([{ text: 'written' }]);
  });

  test('a copied data directory may not use the original’s database', async () => {
    await inRunning('setpriv', makeNote);
    const original = dataDir;
    dataDir = `${original}-copy`;
    await cp(original, dataDir, { recursive: true });
    try {
      await expect(inRunning('auto', readNote)).rejects.toThrow(`Set LECTERN_DATA_DIR to ${original}`);
    } finally {
      await rm(dataDir, { recursive: true });
      dataDir = original;
    }
  });

  test('a database that is gone from the shared place is missed, not replaced by an empty one', async () => {
    await inRunning('setpriv', makeNote);
    const place = await readSharedPlace(path.join(dataDir, 'postgres'));
    await rm(path.join(place ?? '', 'cluster'), { recursive: true });
    await expect(inRunning('auto', readNote)).rejects.toThrow('The database is missing from');
  });
});

test('an ordinary user runs it as itself', async () => {
  const script = path.join(dataDir, 'as-itself.mjs');
  const module = path.join(import.meta.dirname, 'fixtures', 'run-once.ts');
  await writeFile(script, `await (await import(${JSON.stringify(module)})).runOnce(process.argv[2]);`);
  const [program = '', ...args] = [...(await ordinaryUser()), process.execPath, script, dataDir];
  const { stdout } = await promisify(execFile)(program, args, { cwd: '/' });
  expect(JSON.parse(stdout)).toEqual({ privilege: 'self', superuser: false });
});

/**
 * When run by root, the command prefix that runs it as an unprivileged user: in a user namespace, or with setpriv and
 * the capability to read the project.
 */
async function ordinaryUser(): Promise<string[]> {
  if (!isRoot) return [];
  if (await namespaceWorks('/bin/true', dataDir)) return commandAs('namespace', '', []).flat().slice(0, -1);
  await promisify(execFile)('chown', ['-R', `${unprivilegedId}:${unprivilegedId}`, dataDir]);
  // PostgreSQL checks its own file with access(), which honours the capability only with this securebit.
  const capability = [
    '--inh-caps=-all,+dac_override',
    '--ambient-caps=-all,+dac_override',
    '--securebits=+no_setuid_fixup',
  ];
  return ['setpriv', `--reuid=${unprivilegedId}`, `--regid=${unprivilegedId}`, '--clear-groups', ...capability, '--'];
}

const works = async (): Promise<boolean> => true;
const refused = async (): Promise<boolean> => false;

test('root is given the first way that works, and always the one the data needs', async () => {
  const asRoot = { isRoot: true, sharedPlace: undefined };
  expect(await choosePrivilege('auto', { ...asRoot, namespaceWorks: works })).toBe('namespace');
  expect(await choosePrivilege('auto', { ...asRoot, namespaceWorks: refused })).toBe('setpriv');
  expect(await choosePrivilege('auto', { isRoot: true, sharedPlace: '/x', namespaceWorks: works })).toBe('setpriv');
  await expect(choosePrivilege('self', { ...asRoot, namespaceWorks: works })).rejects.toThrow('can’t run as root');
});

test('an ordinary user learns which settings are for root', async () => {
  const asUser = { isRoot: false, sharedPlace: undefined, namespaceWorks: works };
  expect(await choosePrivilege('auto', asUser)).toBe('self');
  await expect(choosePrivilege('setpriv', asUser)).rejects.toThrow('only works as root');
  await expect(choosePrivilege('auto', { ...asUser, sharedPlace: '/x' })).rejects.toThrow('Start Lectern as root');
});
