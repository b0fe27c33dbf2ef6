import { getOperation, startOperation, undoOperation } from '@lectern/contract/features/operation.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { removeFiles } from '../../../platform/storage/remove-files.ts';
import { eventually } from '../../../testing/eventually.ts';
import { makeResource, resourcePages, resourceRowOf } from '../../../testing/resource-rig.ts';
import { type Identity, startTestApp, type TestApp } from '../../../testing/test-app.ts';

let test: TestApp;
let keeper: Identity;
beforeAll(async () => {
  test = await startTestApp();
  keeper = await test.identity({ roleId: 2, pages: resourcePages });
  await test.container.worker.start();
});
afterAll(async () => {
  await test.container.worker.stop();
  await test.close();
});

async function ended(id: string) {
  return eventually(async () => {
    const { data } = await test.call(getOperation, { params: { id } }, { as: keeper });
    expect(data.state).toBe('done');
    return data;
  });
}

async function carryOut(list: string, action: string, matching: string, input: Record<string, unknown> = {}) {
  const body = { list, action, selection: { matching, except: [] }, input };
  const { data } = await test.call(startOperation, { body }, { as: keeper });
  return ended(data.id);
}

async function undo(id: string) {
  const { data } = await test.call(undoOperation, { params: { id } }, { as: keeper });
  return ended(data.id);
}

describe('an operation on all matches of a view', () => {
  it('runs in the background, and Undo skips what someone changed since', {
    timeout: 120_000,
  }, async () => {
    const ids: string[] = [];
    for (let index = 0; index < 12; index += 1) ids.push((await makeResource(test, { title: `Bulk ${index}` })).id);
    const operation = await carryOut('resource', 'publish', 'title=bulk');
    expect(operation).toMatchObject({ total: 12, done: 12 });
    await test.db
      .updateTable('resources')
      .set((set) => ({ author: 'Somebody', version: set('version', '+', 1) }))
      .where('id', '=', ids[0] ?? '')
      .execute();
    expect(await undo(operation.id)).toMatchObject({ done: 11, skipped: 1 });
    const states = await Promise.all(ids.map(async (id) => (await resourceRowOf(test, id)).state));
    expect(states).toEqual(['published', ...Array.from({ length: 11 }, () => 'ready')]);
  });

  it('restores with Undo what left one’s own list', { timeout: 120_000 }, async () => {
    const heir = await test.identity({ roleId: 4 });
    const { id } = await makeResource(test, { owner: keeper });
    const operation = await carryOut('myResource', 'setOwner', '', { toUserId: heir.userId });
    expect((await resourceRowOf(test, id)).owner_id).toBe(heir.userId);
    expect(await undo(operation.id)).toMatchObject({ done: 1 });
    expect((await resourceRowOf(test, id)).owner_id).toBe(keeper.userId);
  });

  it('purges for good, and the files leave the store after it', { timeout: 120_000 }, async () => {
    const { fileStore } = test.container.services;
    const made = await makeResource(test, { title: 'Waste', state: 'trashed' });
    const operation = await carryOut('resource', 'purge', 'tab=trash&title=waste');
    expect(operation).toMatchObject({ done: 1, undoUntil: null });
    expect((await resourceRowOf(test, made.id)).state).toBe('purged');
    await removeFiles(test.db, fileStore);
    expect(await fileStore.sizeOf(made.storeKey)).toBeNull();
  });
});
