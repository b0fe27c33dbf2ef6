import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { eventually } from '../../testing/eventually.ts';
import { isSwiftInstalled, startSwift } from '../../testing/swift-server.ts';
import { DiskFileStore } from './disk-file-store.ts';
import type { Assembly, FileStore } from './file-store.ts';
import { S3FileStore } from './s3-file-store.ts';
import { S3Client, textIn } from './s3-multipart.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

type Opened = { store: FileStore; reopen(): FileStore; close(): Promise<void> };

async function openDisk(): Promise<Opened> {
  const root = await mkdtemp(path.join(os.tmpdir(), 'lectern-store-'));
  const reopen = () => new DiskFileStore(path.join(root, 'files'), { floorBytes: () => 0 });
  return { store: reopen(), reopen, close: () => rm(root, { recursive: true, force: true }) };
}

async function openSwift(): Promise<Opened> {
  const swift = await startSwift();
  const reopen = () => new S3FileStore(swift.settings);
  return { store: reopen(), reopen, close: swift.stop };
}

const stores: [string, () => Promise<Opened>][] = [['a disk', openDisk]];
// Skipped where Swift is not installed; `npm test` installs it where it may.
if (isSwiftInstalled()) stores.push(['an object store', openSwift]);

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest();
const going = () => new AbortController().signal;

async function all<T>(listed: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const one of listed) found.push(one);
  return found;
}

describe.each(stores)('files on %s', (_, openStore) => {
  let opened: Opened;
  let store: FileStore;
  beforeAll(async () => {
    opened = await openStore();
    store = opened.store;
  });
  afterAll(() => opened.close());

  async function contentOf(storeKey: string, range?: { start: number; end: number }): Promise<Buffer> {
    return buffer((await store.open(storeKey, range)).stream);
  }

  function append(assembly: Assembly, offset: number, bytes: Uint8Array, maxBytes = 1e9) {
    const pieces = Readable.from(piecesOf(Buffer.from(bytes)));
    return store.append(assembly, offset, pieces, { signal: going(), maxBytes });
  }

  test.each([0, 1, 100_000, 20_000_000])('of %i bytes are stored unchanged', async (size) => {
    const bytes = randomBytes(size);
    const stored = await store.write(Readable.from(piecesOf(bytes)));
    expect(stored).toMatchObject({ sizeBytes: size, sha256: sha256(bytes) });
    expect((await contentOf(stored.storeKey)).equals(bytes)).toBe(true);
    expect(await store.sizeOf(stored.storeKey)).toBe(size);
  });

  test('are served by range, with their full size', async () => {
    const bytes = randomBytes(300_000);
    const { storeKey } = await store.write(Readable.from([bytes]));
    const part = await store.open(storeKey, { start: 100_000, end: 199_999 });
    expect(part.sizeBytes).toBe(300_000);
    expect((await buffer(part.stream)).equals(bytes.subarray(100_000, 200_000))).toBe(true);
    expect((await contentOf(storeKey, { start: 0, end: 0 })).equals(bytes.subarray(0, 1))).toBe(true);
  });

  test('that don’t exist aren’t found, and deleting them is no error', async () => {
    const { storeKey } = await store.write(Readable.from(['x']));
    await store.remove(storeKey);
    await store.remove(storeKey);
    expect(await store.sizeOf(storeKey)).toBeNull();
    await expect(store.open(storeKey)).rejects.toMatchObject({ code: 'notFound' });
    await expect(store.open('../../etc/passwd')).rejects.toMatchObject({ code: 'notFound' });
  });

  test.each([10, 9_000_000])('above the limit of %i bytes leave nothing', async (maxBytes) => {
    const before = await all(store.listStoredBefore(tomorrow()));
    const source = Readable.from(piecesOf(randomBytes(maxBytes + 1)));
    await expect(store.write(source, { maxBytes })).rejects.toMatchObject({ code: 'tooLarge' });
    expect(await all(store.listStoredBefore(tomorrow()))).toEqual(before);
    expect(await all(store.listAssembliesBefore(tomorrow()))).toEqual([]);
  });

  test('that are aborted leave nothing', async () => {
    const abort = new AbortController();
    const source = new Readable({ read() {} });
    source.push(randomBytes(10_000_000));
    const writing = expect(store.write(source, { signal: abort.signal })).rejects.toThrow(/abort/i);
    await eventually(() => expect(source.readableLength).toBe(0));
    abort.abort();
    await writing;
    expect(await all(store.listAssembliesBefore(tomorrow()))).toEqual([]);
  });

  test('arrive in chunks of any size, across restarts of the store', async () => {
    const bytes = randomBytes(21_000_000);
    const assembly = await store.beginAssembly();
    expect(await store.assembledBytes(assembly)).toBe(0);
    let offset = 0;
    for (const size of [1, 7_000_000, 0, 9_500_000, 4_499_999]) {
      const appended = await append(assembly, offset, bytes.subarray(offset, offset + size));
      offset += size;
      expect(appended).toEqual({ offsetBytes: offset, cut: undefined });
      if (offset === 7_000_001) store = opened.reopen();
      expect(await store.assembledBytes(assembly)).toBe(offset);
      expect(await store.sizeOf(assembly.storeKey)).toBeNull();
    }
    const stored = await store.finishAssembly(assembly);
    expect(stored).toEqual({ storeKey: assembly.storeKey, sizeBytes: bytes.length, sha256: sha256(bytes) });
    expect((await contentOf(stored.storeKey)).equals(bytes)).toBe(true);
    expect(await store.assembledBytes(assembly)).toBeNull();
    // A retry after a crash right after the first call returns the same result.
    expect(await opened.reopen().finishAssembly(assembly)).toEqual(stored);
    expect(await all(store.listAssembliesBefore(tomorrow()))).toEqual([]);
  });

  test('keep what arrived before their source failed, and continue from there', async () => {
    const bytes = randomBytes(12_000_000);
    const assembly = await store.beginAssembly();
    const source = new Readable({ read() {} });
    source.push(bytes.subarray(0, 10_000_000));
    const appending = store.append(assembly, 0, source, { signal: going(), maxBytes: 1e9 });
    await eventually(async () => expect(await store.assembledBytes(assembly)).toBeGreaterThan(0));
    source.destroy(new Error('cut'));
    const { offsetBytes, cut } = await appending;
    expect(cut).toMatchObject({ message: 'cut' });
    expect(await store.assembledBytes(assembly)).toBe(offsetBytes);
    await append(assembly, offsetBytes, bytes.subarray(offsetBytes));
    expect(await store.finishAssembly(assembly)).toMatchObject({ sha256: sha256(bytes) });
  });

  test('continue only at their end and not beyond their length', async () => {
    const assembly = await store.beginAssembly();
    await append(assembly, 0, Buffer.from('01234'));
    await expect(append(assembly, 4, Buffer.from('x'))).rejects.toMatchObject({ code: 'offsetDiffers' });
    await expect(append(assembly, 6, Buffer.from('x'))).rejects.toMatchObject({ code: 'offsetDiffers' });
    await expect(append(assembly, 5, Buffer.from('567'), 2)).rejects.toMatchObject({ code: 'tooLarge' });
    expect(await store.assembledBytes(assembly)).toBe(5);
    await store.abandonAssembly(assembly);
    await store.abandonAssembly(assembly);
    expect(await store.assembledBytes(assembly)).toBeNull();
    await expect(append(assembly, 5, Buffer.from('x'))).rejects.toMatchObject({ code: 'uploadOver' });
  });

  test('are listed by age, both unfinished and stored', async () => {
    const assembly = await store.beginAssembly();
    const { storeKey } = await store.write(Readable.from(['x']));
    expect(await all(store.listAssembliesBefore(tomorrow()))).toEqual([assembly]);
    expect(await all(store.listAssembliesBefore(new Date(Date.now() - 3_600_000)))).toEqual([]);
    expect(await all(store.listStoredBefore(tomorrow()))).toContain(storeKey);
    expect(await all(store.listStoredBefore(new Date(Date.now() - 3_600_000)))).toEqual([]);
    await append(assembly, 0, Buffer.from('not whole yet'));
    expect(await store.removeAbandonedWrites(tomorrow())).toBe(0);
    expect(await store.assembledBytes(assembly)).toBe(13);
    await store.abandonAssembly(assembly);
  });
});

test('decimal and hexadecimal entities in responses of an object store are decoded', () => {
  for (const etag of ['&quot;a&amp;lt;&quot;', '&#34;a&#38;lt;&#34;', '&#x22;a&#X26;lt;&#x22;']) {
    expect(textIn(`<Part><ETag>${etag}</ETag></Part>`, 'ETag')).toBe('"a&lt;"');
  }
});

test('a cancelled call to an object store ends during its retry pause', async () => {
  const giving = new AbortController();
  let calls = 0;
  const server = createServer((_, response) => {
    response.writeHead(503).end();
    calls += 1;
    // The pause after the third try is the longest.
    if (calls === 3) setTimeout(() => giving.abort(new Error('given up')), 50);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  const endpoint = `http://127.0.0.1:${port}`;
  const client = new S3Client({ endpoint, bucket: 'b', accessKey: 'a', secretKey: 's', region: 'r' });
  let abortedAt = 0;
  giving.signal.addEventListener('abort', () => {
    abortedAt = performance.now();
  });
  await expect(client.call({ method: 'GET', signal: giving.signal })).rejects.toThrow('given up');
  expect(performance.now() - abortedAt).toBeLessThan(500);
  expect(calls).toBe(3);
  server.close();
});

function tomorrow(): Date {
  return new Date(Date.now() + 24 * 3_600_000);
}

/** Chunks of 64 KiB, as a socket delivers them. */
function* piecesOf(bytes: Buffer): Iterable<Buffer> {
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536);
}
