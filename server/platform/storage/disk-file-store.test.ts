import { createHash } from 'node:crypto';
import * as nodeFiles from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { eventually } from '../../testing/eventually.ts';
import { DiskFileStore, type FileSystem } from './disk-file-store.ts';

const anySpace = { floorBytes: () => 0 };
let root: string;
let store: DiskFileStore;

beforeEach(async () => {
  root = await nodeFiles.mkdtemp(path.join(os.tmpdir(), 'lectern-store-'));
  store = new DiskFileStore(path.join(root, 'files'), anySpace);
});
afterEach(() => nodeFiles.rm(root, { recursive: true, force: true }));

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await nodeFiles.readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
}

async function keysOf(listed: AsyncIterable<string>): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of listed) keys.push(key);
  return keys;
}

describe('a stored file', () => {
  test('comes back byte by byte, with its size and SHA-256', async () => {
    const bytes = Buffer.from('Größe 中文 '.repeat(50_000));
    const stored = await store.write(Readable.from([bytes.subarray(0, 7), bytes.subarray(7)]));
    expect(stored.sizeBytes).toBe(bytes.length);
    expect(stored.sha256).toEqual(createHash('sha256').update(bytes).digest());
    expect(stored.storeKey).toMatch(/^[0-9a-f]{2}\/[0-9a-f]{2}\/[0-9a-f-]{36}$/);
    const opened = await store.open(stored.storeKey);
    expect(opened.sizeBytes).toBe(bytes.length);
    expect(await buffer(opened.stream)).toEqual(bytes);
  });

  test('serves a range including both ends, with the full size', async () => {
    const { storeKey } = await store.write(Readable.from([Buffer.from('0123456789')]));
    const opened = await store.open(storeKey, { start: 2, end: 4 });
    expect((await buffer(opened.stream)).toString()).toBe('234');
    expect(opened.sizeBytes).toBe(10);
  });

  test('may be empty', async () => {
    const { storeKey, sizeBytes } = await store.write(Readable.from([]));
    expect(sizeBytes).toBe(0);
    expect((await buffer((await store.open(storeKey)).stream)).length).toBe(0);
  });

  test('is readable by its owner only', async () => {
    const { storeKey } = await store.write(Readable.from(['x']));
    const found = await nodeFiles.stat(path.join(root, 'files', storeKey));
    expect(found.mode & 0o777).toBe(0o600);
  });

  test('is gone after it was removed, and removing it again is no failure', async () => {
    const { storeKey } = await store.write(Readable.from(['x']));
    await store.remove(storeKey);
    await store.remove(storeKey);
    expect(await store.sizeOf(storeKey)).toBeNull();
    await expect(store.open(storeKey)).rejects.toMatchObject({ code: 'notFound' });
  });

  test.each([
    '../secret',
    '..',
    '/etc/passwd',
    'ab/cd/../../../etc/passwd',
    'ab/cd',
    '',
    'ab/cd/0198c0de-0000-7000-8000-000000000000\0',
    'AB/CD/0198c0de-0000-7000-8000-000000000000',
    'unfinished/0198c0de-0000-7000-8000-000000000000',
  ])('cannot be reached by the key %j, which the store did not make', async (key) => {
    await expect(store.open(key)).rejects.toMatchObject({ code: 'notFound' });
    await expect(store.remove(key)).rejects.toMatchObject({ code: 'notFound' });
  });
});

describe('a write that does not succeed', () => {
  async function expectNothingStored(): Promise<void> {
    expect(await filesBelow(root)).toEqual([]);
  }

  test('leaves nothing when its source breaks', async () => {
    const source = new Readable({ read() {} });
    source.push(Buffer.alloc(100_000));
    const writing = expect(store.write(source)).rejects.toThrow('cut');
    await eventually(async () => expect(await filesBelow(root)).not.toEqual([]));
    source.destroy(new Error('cut'));
    await writing;
    await expectNothingStored();
  });

  test('leaves nothing when its source breaks before the first byte', async () => {
    const source = new Readable({ read() {} });
    setImmediate(() => source.destroy(new Error('cut')));
    await expect(store.write(source)).rejects.toThrow('cut');
    await expectNothingStored();
  });

  test('leaves nothing when it is aborted', async () => {
    const abort = new AbortController();
    const source = new Readable({ read() {} });
    source.push(Buffer.alloc(100_000));
    setImmediate(() => abort.abort());
    await expect(store.write(source, { signal: abort.signal })).rejects.toThrow(/abort/i);
    expect(source.destroyed).toBe(true);
    await expectNothingStored();
  });

  test('leaves nothing when it is larger than allowed', async () => {
    await expect(store.write(Readable.from([Buffer.alloc(11)]), { maxBytes: 10 })).rejects.toMatchObject({
      code: 'tooLarge',
    });
    await expectNothingStored();
  });

  test('is refused before the last space is taken, and works again when there is space', async () => {
    let floor = Number.POSITIVE_INFINITY;
    const guarded = new DiskFileStore(path.join(root, 'files'), { floorBytes: () => floor });
    await expect(guarded.write(Readable.from(['x']))).rejects.toMatchObject({ code: 'storageFull' });
    await expectNothingStored();
    floor = 0;
    await expect(guarded.write(Readable.from(['x']), { expectedBytes: Number.MAX_SAFE_INTEGER })).rejects.toMatchObject(
      { code: 'storageFull' },
    );
    expect(await guarded.write(Readable.from(['x']))).toMatchObject({ sizeBytes: 1 });
  });

  test('says plainly that the disk is full and leaves nothing, and the next write works', async () => {
    let full = true;
    // Writes to /dev/full fail as on a full disk.
    const open: FileSystem['open'] = async (file, flags, mode) => {
      const handle = await nodeFiles.open(file, flags, mode);
      if (!full || flags !== 'wx') return handle;
      await handle.close();
      return nodeFiles.open('/dev/full', 'w');
    };
    const failing = new DiskFileStore(path.join(root, 'files'), { ...anySpace, files: { ...nodeFiles, open } });
    await expect(failing.write(Readable.from([Buffer.alloc(1_000_000)]))).rejects.toMatchObject({
      code: 'storageFull',
      cause: { code: 'ENOSPC' },
    });
    await expectNothingStored();
    full = false;
    expect(await failing.write(Readable.from([Buffer.alloc(1_000_000)]))).toMatchObject({ sizeBytes: 1_000_000 });
  });

  test.each(['mkdir', 'rename'] as const)('is a full quota when %s meets one', async (step) => {
    const refuse = async () => {
      throw Object.assign(new Error('EDQUOT: disk quota exceeded'), { code: 'EDQUOT' });
    };
    const files: FileSystem = { ...nodeFiles, [step]: refuse };
    const failing = new DiskFileStore(path.join(root, 'files'), { ...anySpace, files });
    await nodeFiles.mkdir(path.join(root, 'files/unfinished'), { recursive: true });
    await expect(failing.write(Readable.from(['x']))).rejects.toMatchObject({ code: 'storageFull' });
    await expectNothingStored();
  });

  test('fails when the bytes could not be made durable, instead of a false success', async () => {
    const open: FileSystem['open'] = async (file, flags, mode) => {
      const handle = await nodeFiles.open(file, flags, mode);
      if (flags === 'wx') {
        handle.sync = async () => {
          throw Object.assign(new Error('EIO: i/o error, fsync'), { code: 'EIO' });
        };
      }
      return handle;
    };
    const failing = new DiskFileStore(path.join(root, 'files'), { ...anySpace, files: { ...nodeFiles, open } });
    await expect(failing.write(Readable.from(['x']))).rejects.toThrow('EIO');
    await expectNothingStored();
  });
});

describe('leftovers of a crash', () => {
  test('is found by its age: unfinished writes and stored files', async () => {
    const { storeKey } = await store.write(Readable.from(['old']));
    const young = await store.write(Readable.from(['young']));
    const yesterday = new Date(Date.now() - 25 * 3_600_000);
    await nodeFiles.utimes(path.join(root, 'files', storeKey), yesterday, yesterday);
    const unfinished = path.join(root, 'files/unfinished');
    for (const name of ['old', 'young']) await nodeFiles.writeFile(path.join(unfinished, name), 'half');
    await nodeFiles.utimes(path.join(unfinished, 'old'), yesterday, yesterday);

    const dayAgo = new Date(Date.now() - 24 * 3_600_000);
    expect(await store.removeAbandonedWrites(dayAgo)).toBe(1);
    expect(await nodeFiles.readdir(unfinished)).toEqual(['young']);
    expect(await keysOf(store.listStoredBefore(dayAgo))).toEqual([storeKey]);
    expect(await store.sizeOf(young.storeKey)).toBe(5);
  });

  test('is nothing when nothing was ever stored', async () => {
    expect(await store.removeAbandonedWrites(new Date())).toBe(0);
    expect(await keysOf(store.listStoredBefore(new Date()))).toEqual([]);
  });
});

test('reports the free space of its disk', async () => {
  const space = await store.space();
  expect(space.totalBytes).toBeGreaterThan(space.freeBytes);
  expect(space.freeBytes).toBeGreaterThan(0);
});
