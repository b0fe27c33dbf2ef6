import { createHash, randomBytes, randomUUID } from 'node:crypto';
import * as nodeFiles from 'node:fs/promises';
import { type ClientRequest, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { DiskFileStore, type FileSystem } from '../../platform/storage/disk-file-store.ts';
import { eventually } from '../../testing/eventually.ts';
import { openTestApplication, startTestApp, TestApp } from '../../testing/test-app.ts';
import { UploadClient, urlOf } from '../../testing/upload-client.ts';

vi.setConfig({ testTimeout: 60_000 });

type Write = (bytes: Uint8Array, offset: number, length: number, position: number) => Promise<unknown>;

/** The step at which the disk fails and its error code; undefined when the disk works. */
let trouble: { step: 'write' | 'sync' | 'rename'; code: string } | undefined;
let root: string;
let store: DiskFileStore;
let test: TestApp;
let client: UploadClient;
let port: number;

beforeAll(async () => {
  root = await nodeFiles.mkdtemp(path.join(os.tmpdir(), 'lectern-resume-'));
  store = new DiskFileStore(path.join(root, 'files'), { files: troubled(), floorBytes: () => 0 });
  test = await startTestApp({}, { fileStore: store });
  client = new UploadClient(test);
  await test.app.listen({ port: 0, host: '127.0.0.1' });
  port = (test.app.server.address() as AddressInfo).port;
});
afterAll(async () => {
  await test.close();
  await nodeFiles.rm(root, { recursive: true, force: true });
});

function fail(step: NonNullable<typeof trouble>['step']): void {
  if (trouble?.step === step) throw Object.assign(new Error(`${trouble.code}: ${step}`), { code: trouble.code });
}

function troubled(): FileSystem {
  return {
    ...nodeFiles,
    rename: async (from, to) => {
      fail('rename');
      return nodeFiles.rename(from, to);
    },
    open: async (file, flags, mode) => {
      const handle = await nodeFiles.open(file, flags, mode);
      if (flags !== 'r+') return handle;
      const write = handle.write.bind(handle) as Write;
      const datasync = handle.datasync.bind(handle);
      const half: Write = async (bytes, offset, length, position) => {
        // Writes half of the bytes before failing, like a disk that runs full.
        if (trouble?.step === 'write') await write(bytes, offset, Math.floor(length / 2), position);
        fail('write');
        return write(bytes, offset, length, position);
      };
      return Object.assign(handle, {
        write: half,
        datasync: async () => {
          fail('sync');
          return datasync();
        },
      });
    },
  };
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest();
const video = (size: number) => Buffer.concat([Buffer.from('\0\0\0\x18ftypmp42', 'latin1'), randomBytes(size - 12)]);

function begin(id: string, offset: number, length: number): ClientRequest {
  const headers = {
    ...client.headers(),
    'content-type': 'application/offset+octet-stream',
    'upload-offset': String(offset),
    'content-length': String(length),
  };
  const call = request({ host: '127.0.0.1', port, path: urlOf(id), method: 'PATCH', headers });
  call.on('error', () => undefined);
  return call;
}

/** Sends part of the bytes, then drops the connection. */
async function sendAndCut(id: string, offset: number, bytes: Buffer, sent: number): Promise<void> {
  const call = begin(id, offset, bytes.length - offset);
  await new Promise<void>((resolve) => call.write(bytes.subarray(offset, offset + sent), () => resolve()));
  call.destroy();
}

async function resourceOf(id: string) {
  const { resource_id: resourceId } = await rowOf(id);
  return test.db.selectFrom('resources').selectAll().where('id', '=', String(resourceId)).executeTakeFirstOrThrow();
}

async function rowOf(id: string) {
  return test.db.selectFrom('uploads').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

async function countResources(name: string): Promise<number> {
  return (await test.db.selectFrom('resources').select('id').where('file_name', '=', name).execute()).length;
}

/** The offset after the previous writer has finished. */
async function settledOffset(id: string): Promise<number> {
  await eventually(async () => expect((await rowOf(id)).writer).toBeNull());
  return (await client.offset(id)).offset;
}

describe('an interrupted upload', () => {
  it('at any byte, twenty times, ends with the same bytes', async () => {
    const bytes = video(3_000_000);
    const { id } = await client.announce('cut.mp4', bytes.length);
    let offset = 0;
    let furthest = 0;
    for (let cut = 0; cut < 20; cut += 1) {
      const sent = Math.floor(Math.random() * 250_000);
      if (offset + sent >= bytes.length) break;
      await sendAndCut(id, offset, bytes, sent);
      // Bytes sent over an earlier connection may arrive only now.
      furthest = Math.max(furthest, offset + sent);
      const reached = await settledOffset(id);
      expect(reached).toBeGreaterThanOrEqual(offset);
      expect(reached).toBeLessThanOrEqual(furthest);
      offset = reached;
    }
    expect(await client.patch(id, offset, bytes.subarray(offset))).toMatchObject({ http: 204, state: 'done' });
    expect((await resourceOf(id)).sha256).toEqual(sha256(bytes));
  });

  it('continues in another process after a restart', async () => {
    const bytes = video(400_000);
    const { id } = await client.announce('restart.mp4', bytes.length);
    await client.patch(id, 0, bytes.subarray(0, 150_000));
    const again = await openTestApplication(
      test.databaseUrl,
      { LECTERN_DATA_DIR: root, TIME_ZONE: 'UTC' },
      { fileStore: new DiskFileStore(path.join(root, 'files'), { floorBytes: () => 0 }) },
    );
    const second = new UploadClient(new TestApp({ ...again, admin: test.admin }, [], async () => undefined));
    expect((await second.offset(id)).offset).toBe(150_000);
    expect(await second.patch(id, 150_000, bytes.subarray(150_000))).toMatchObject({ http: 204, state: 'done' });
    await again.app.close();
    await again.container.close();
    await again.db.destroy();
    expect((await resourceOf(id)).sha256).toEqual(sha256(bytes));
  });

  it('is taken over by a new connection when the old one hangs', async () => {
    const bytes = video(200_000);
    const { id } = await client.announce('hanging.mp4', bytes.length);
    const hanging = begin(id, 0, bytes.length);
    hanging.write(bytes.subarray(0, 50_000));
    await eventually(async () => expect((await client.offset(id)).offset).toBe(50_000));
    expect((await rowOf(id)).writer).not.toBeNull();
    expect(await client.patch(id, 50_000, bytes.subarray(50_000))).toMatchObject({ http: 204, state: 'done' });
    hanging.destroy();
    expect((await resourceOf(id)).sha256).toEqual(sha256(bytes));
  });

  it('is sent by many at once, and becomes one resource', async () => {
    const bytes = video(500_000);
    const { id } = await client.announce('parallel.mp4', bytes.length);
    const answers = await Promise.all(Array.from({ length: 6 }, () => client.patch(id, 0, bytes)));
    const kinds = answers.map((answer) => answer.http);
    expect(kinds.every((http) => [204, 409, 423].includes(http))).toBe(true);
    const { offset } = await client.offset(id);
    if (offset < bytes.length) await client.patch(id, offset, bytes.subarray(offset));
    expect(await countResources('parallel.mp4')).toBe(1);
    expect((await resourceOf(id)).sha256).toEqual(sha256(bytes));
  });

  it('waits for a writer in another process, until that one is not believed to live any more', async () => {
    const bytes = video(1_000);
    const { id } = await client.announce('elsewhere.mp4', bytes.length);
    const lease = (seconds: number) => ({ writer: randomUUID(), writer_until: new Date(Date.now() + seconds * 1000) });
    await test.db.updateTable('uploads').set(lease(60)).where('id', '=', id).execute();
    expect(await client.patch(id, 0, bytes)).toMatchObject({ http: 423, code: 'uploadBusy' });
    await test.db.updateTable('uploads').set(lease(-1)).where('id', '=', id).execute();
    expect(await client.patch(id, 0, bytes)).toMatchObject({ http: 204, state: 'done' });
  });
});

describe('a disk that fails', () => {
  it.each(['ENOSPC', 'EDQUOT'])('with %s in mid-upload: 507, nothing half-stored, and it works again', async (code) => {
    const bytes = video(300_000);
    const { id } = await client.announce(`${code}.mp4`, bytes.length);
    await client.patch(id, 0, bytes.subarray(0, 100_000));
    trouble = { step: 'write', code };
    expect(await client.patch(id, 100_000, bytes.subarray(100_000))).toMatchObject({ http: 507, code: 'storageFull' });
    trouble = undefined;
    expect((await client.offset(id)).offset).toBe(100_000);
    expect(await countResources(`${code}.mp4`)).toBe(0);
    expect(await client.patch(id, 100_000, bytes.subarray(100_000))).toMatchObject({ http: 204, state: 'done' });
    expect((await resourceOf(id)).sha256).toEqual(sha256(bytes));
  });

  it('to make bytes durable never answers with success', async () => {
    const bytes = video(50_000);
    const { id } = await client.announce('eio.mp4', bytes.length);
    trouble = { step: 'sync', code: 'EIO' };
    expect((await client.patch(id, 0, bytes)).http).toBe(500);
    trouble = undefined;
    expect((await client.offset(id)).offset).toBe(0);
    expect(await client.patch(id, 0, bytes)).toMatchObject({ http: 204, state: 'done' });
  });

  it('to move the complete file loses nothing', async () => {
    const bytes = video(50_000);
    const { id } = await client.announce('rename.mp4', bytes.length);
    trouble = { step: 'rename', code: 'EIO' };
    expect((await client.patch(id, 0, bytes)).http).toBe(500);
    trouble = undefined;
    expect((await rowOf(id)).state).toBe('checking');
    expect(await client.patch(id, bytes.length, Buffer.alloc(0))).toMatchObject({ http: 204, state: 'done' });
    expect((await resourceOf(id)).sha256).toEqual(sha256(bytes));
  });
});

describe('a process that dies', () => {
  const options = { signal: new AbortController().signal, maxBytes: 1e9 };

  /** Leaves the database and disk as a crash at this point would. */
  async function leftAt(point: 'U1' | 'U2' | 'U3' | 'U4', name: string) {
    const bytes = video(20_000);
    const { id } = await client.announce(name, bytes.length);
    if (point === 'U1') return { id, bytes };
    const assembly = await store.beginAssembly();
    await store.append(assembly, 0, Readable.from([point === 'U2' ? bytes.subarray(0, 9_000) : bytes]), options);
    const dead = { writer: randomUUID(), writer_until: new Date(Date.now() - 1_000) };
    const state = point === 'U4' ? 'checking' : 'receiving';
    const row = { ...dead, state, store_key: assembly.storeKey, assembly: assembly.token };
    await test.db.updateTable('uploads').set(row).where('id', '=', id).execute();
    if (point === 'U4') await store.finishAssembly(assembly);
    return { id, bytes };
  }

  it.each(['U1', 'U2', 'U3', 'U4'] as const)('at %s: its owner returns and continues', async (point) => {
    const { id, bytes } = await leftAt(point, `owner-${point}.mp4`);
    const { offset } = await client.offset(id);
    expect(offset).toBe({ U1: 0, U2: 9_000, U3: 20_000, U4: 20_000 }[point]);
    if (offset < bytes.length) await client.patch(id, offset, bytes.subarray(offset));
    await eventually(async () => expect((await rowOf(id)).state).toBe('done'));
    expect((await resourceOf(id)).sha256).toEqual(sha256(bytes));
    expect(await countResources(`owner-${point}.mp4`)).toBe(1);
  });

  it.each(['U3', 'U4'] as const)('at %s: a complete file is stored even if its owner doesn’t return', async (point) => {
    const { id, bytes } = await leftAt(point, `alone-${point}.mp4`);
    const { uploadRecovery } = test.container.services;
    await Promise.all([uploadRecovery.run(), uploadRecovery.run()]);
    expect((await rowOf(id)).state).toBe('done');
    expect((await resourceOf(id)).sha256).toEqual(sha256(bytes));
    expect(await countResources(`alone-${point}.mp4`)).toBe(1);
  });

  it('leaves nothing if its owner may no longer upload', async () => {
    const identity = await test.identity({ roleId: 2 });
    const own = new UploadClient(test, identity);
    const { id } = await own.announce('forbidden.txt', 10);
    await own.patch(id, 0, Buffer.from('01234'));
    await test.db.updateTable('users').set({ access: 1 }).where('id', '=', identity.userId).execute();
    await test.db.updateTable('uploads').set({ state: 'checking' }).where('id', '=', id).execute();
    await test.container.services.uploadRecovery.run();
    expect((await rowOf(id)).resource_id).toBeNull();
  });
});
