import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isWritable, npmEnvironment, toolEnvironment } from './environment.mjs';
import { filesBelow, fingerprint } from './fingerprint.mjs';
import { binFolder, root, stateFolder } from './project.mjs';

// Below node_modules, because only files of the project are fingerprinted.
const folder = path.join(stateFolder, `test-${process.pid}`);
const relative = (name: string) => path.relative(root, path.join(folder, name));

beforeEach(() => {
  mkdirSync(path.join(folder, 'deep'), { recursive: true });
  writeFileSync(path.join(folder, 'a.ts'), 'one');
  writeFileSync(path.join(folder, 'deep', 'b.ts'), 'two');
});
afterEach(() => rmSync(folder, { recursive: true }));

test('tools find our Node first, even without any PATH', () => {
  expect(toolEnvironment({ PATH: '/usr/bin' }).PATH).toBe(`${binFolder}:/usr/bin`);
  expect(toolEnvironment({}).PATH).toMatch(new RegExp(`^${binFolder}:.*/usr/bin`));
});

test('npm never runs on the Node that it may be replacing', () => {
  expect(npmEnvironment({ PATH: `${binFolder}:/usr/bin:${binFolder}/` }).PATH).toBe('/usr/bin');
});

test('a missing path is judged by where it would be created', () => {
  expect(isWritable(path.join(folder, 'not', 'yet'))).toBe(true);
  expect(isWritable(path.join(folder, 'a.ts', 'below', 'a', 'file'))).toBe(false);
});

test('a fingerprint changes with contents, names and facts, and with nothing else', () => {
  const files = [relative('a.ts'), relative('deep/b.ts')];
  const before = fingerprint(files, ['linux']);
  writeFileSync(path.join(folder, 'a.ts'), 'one');
  expect(fingerprint(files, ['linux'])).toBe(before);
  expect(fingerprint(files, ['darwin'])).not.toBe(before);
  expect(fingerprint([...files, relative('missing.ts')], ['linux'])).not.toBe(before);
  writeFileSync(path.join(folder, 'a.ts'), 'changed');
  expect(fingerprint(files, ['linux'])).not.toBe(before);
});

test('files below a folder come in a fixed order, without ignored ones', () => {
  const below = path.relative(root, folder);
  expect(filesBelow(below, () => true)).toEqual([relative('a.ts'), relative('deep/b.ts')]);
  expect(filesBelow(below, (name) => name !== 'deep')).toEqual([relative('a.ts')]);
});
