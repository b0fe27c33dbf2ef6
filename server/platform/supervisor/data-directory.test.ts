import { chmod, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDataDirectory } from './run-lectern.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'lectern-data-'));
});
afterEach(async () => {
  await chmod(folder, 0o700);
  await rm(folder, { recursive: true });
});

/** Root can write everywhere, so for root the attempt runs as another user. */
async function asOrdinaryUser(work: () => Promise<void>): Promise<void> {
  const isRoot = process.geteuid?.() === 0;
  if (isRoot) process.seteuid?.(65_534);
  try {
    await work();
  } finally {
    if (isRoot) process.seteuid?.(0);
  }
}

test('a new data directory is for its owner alone', async () => {
  const dataDir = path.join(folder, 'deep', 'data');
  await openDataDirectory(dataDir);
  expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
});

test('a data directory that cannot be written is named with the reason and the way out', async () => {
  await chmod(folder, 0o555);
  await asOrdinaryUser(async () => {
    const attempt = openDataDirectory(folder);
    await expect(attempt).rejects.toThrow(`Can’t write to the data directory ${folder} (permission denied)`);
    await expect(attempt).rejects.toThrow('LECTERN_DATA_DIR');
  });
});

test('a file in the place of the data directory is named as such', async () => {
  const file = path.join(folder, 'file');
  await writeFile(file, '');
  await expect(openDataDirectory(file)).rejects.toThrow('a file has that name');
  await expect(openDataDirectory(path.join(file, 'below'))).rejects.toThrow('part of the path is a file');
});

test.runIf(process.platform === 'linux')('a place where no directory can be created is refused', async () => {
  const refusal = 'directories can’t be created there';
  await expect(openDataDirectory('/proc/none')).rejects.toThrow(refusal);
  await expect(openDataDirectory('/proc/none/below')).rejects.toThrow(refusal);
});

test('data of another user is refused, for its owner could not read on afterwards', async () => {
  await mkdir(path.join(folder, 'postgres'));
  const owner = (await stat(folder)).uid;
  await openDataDirectory(folder, owner);
  await expect(openDataDirectory(folder, owner + 1)).rejects.toThrow(`belongs to user ${owner}`);
});
