import { chmod, mkdtemp, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { chooseSocketDirectory, makeSocketDirectory } from './placement.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'lectern-socket-'));
});
afterEach(() => rm(folder, { recursive: true }));

test('a short path keeps the socket beside the cluster', () => {
  expect(chooseSocketDirectory('/srv/lectern/postgres/socket')).toBe('/srv/lectern/postgres/socket');
});

test('a path too long for a socket gets a stable short one', () => {
  const long = `/srv/${'deep/'.repeat(30)}socket`;
  const chosen = chooseSocketDirectory(long, '/run');
  expect(chosen).toMatch(/^\/run\/lectern-[0-9a-f]{16}$/);
  expect(chooseSocketDirectory(long, '/run')).toBe(chosen);
  expect(chooseSocketDirectory(`${long}2`, '/run')).not.toBe(chosen);
});

test('letters of several bytes count as such', () => {
  const path60 = `/${'课'.repeat(30)}`;
  expect(chooseSocketDirectory(path60, '/run')).toMatch(/^\/run\//);
});

test('the folder is made for its owner alone', async () => {
  const made = path.join(folder, 'socket');
  await makeSocketDirectory(made);
  expect((await stat(made)).mode & 0o777).toBe(0o700);
});

test('a folder that others may enter is refused', async () => {
  await chmod(folder, 0o755);
  await expect(makeSocketDirectory(folder)).rejects.toThrow('open to another user');
});
