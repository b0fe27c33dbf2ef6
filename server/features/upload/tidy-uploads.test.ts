import { randomBytes, randomUUID } from 'node:crypto';
import { utimes } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { UploadClient } from '../../testing/upload-client.ts';
import { listUnknownKeys } from './unknown-keys.ts';
import { removeExpiredUploads, removeUnnamedPieces } from './upload-recovery.ts';

let test: TestApp;
let client: UploadClient;
beforeAll(async () => {
  test = await startTestApp();
  client = new UploadClient(test);
});
afterAll(() => test.close());

const signal = new AbortController().signal;
const rowOf = (id: string) => test.db.selectFrom('uploads').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

async function half(name: string): Promise<string> {
  const { id } = await client.announce(name, 100);
  await client.patch(id, 0, randomBytes(40));
  return id;
}

it('removes abandoned uploads and their bytes, and keeps others', async () => {
  const { fileStore } = test.container.services;
  const [old, young] = [await half('old.txt'), await half('young.txt')];
  await test.db
    .updateTable('uploads')
    .set({ expires_at: new Date(0) })
    .where('id', '=', old)
    .execute();
  const { store_key: storeKey } = await rowOf(old);
  expect(await removeExpiredUploads(test.db, fileStore, signal)).toBe(1);
  expect(await fileStore.assembledBytes({ storeKey, token: '' })).toBeNull();
  expect([(await rowOf(old)).state, (await rowOf(young)).state]).toEqual(['cancelled', 'receiving']);
  expect((await client.offset(young)).offset).toBe(40);
});

it('removes pieces that no upload names, after a day', async () => {
  const { fileStore } = test.container.services;
  const [named, orphaned] = [await half('named.txt'), await half('orphaned.txt')];
  const keys = [(await rowOf(named)).store_key, (await rowOf(orphaned)).store_key];
  for (const key of keys) {
    const file = path.join(test.dataDir, 'files/unfinished', `${path.basename(key)}.upload`);
    await utimes(file, new Date(Date.now() - 2 * 86_400_000), new Date(Date.now() - 2 * 86_400_000));
  }
  await test.db.deleteFrom('uploads').where('id', '=', orphaned).execute();
  expect(await removeUnnamedPieces(test.db, fileStore, signal)).toBe(1);
  expect((await client.offset(named)).offset).toBe(40);
});

it('takes a file that waits for its owner’s choice for one that is named', async () => {
  const bytes = Buffer.from(`# ${randomUUID()}`);
  await client.upload('one.md', bytes);
  const { id, state } = await client.upload('two.md', bytes);
  expect(state).toBe('duplicate');
  const { store_key: storeKey } = await rowOf(id);
  expect(await listUnknownKeys(test.db, [storeKey])).toEqual([]);
  await client.cancel(id);
  expect(await listUnknownKeys(test.db, [storeKey])).toEqual([storeKey]);
  expect(await test.container.services.fileStore.sizeOf(storeKey)).toBeNull();
});
