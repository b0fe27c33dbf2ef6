import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lockDataDirectory } from './instance-lock.ts';
import { identify } from './process-identity.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'lectern-lock-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

const leaveLock = (content: string): Promise<void> => writeFile(path.join(dataDir, 'lectern.lock'), content);

test('a second Lectern on the same data directory is refused with the process that holds it', async () => {
  const lock = await lockDataDirectory(dataDir);
  await expect(lockDataDirectory(dataDir)).rejects.toThrow(`process ${process.pid}`);
  await lock.release();
  await (await lockDataDirectory(dataDir)).release();
  expect(await readdir(dataDir)).toEqual([]);
});

test('a lock of a process that is gone is taken over', async () => {
  await leaveLock(JSON.stringify({ supervisor: { pid: 2 ** 22 + 1 } }));
  await (await lockDataDirectory(dataDir)).release();
});

test('a lock whose process id now belongs to another process is taken over', async () => {
  await leaveLock(JSON.stringify({ supervisor: { ...identify(process.pid), startedAt: 'another boot/1' } }));
  await (await lockDataDirectory(dataDir)).release();
});

test('a lock that was cut short is taken over', async () => {
  await leaveLock('{"supervi');
  await (await lockDataDirectory(dataDir)).release();
});

test('of many that find a stale lock at once exactly one gets it', async () => {
  await leaveLock(JSON.stringify({ supervisor: { pid: 2 ** 22 + 1 } }));
  const outcomes = await Promise.allSettled(Array.from({ length: 12 }, () => lockDataDirectory(dataDir)));
  expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1);
});
