import { listOwnedThings } from '@lectern/contract/features/user.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeResource, resourcePages, resourceRowOf } from '../../testing/resource-rig.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

it('leaving transfers all resources, and Undo returns those the new owner still has', async () => {
  const leaver = await test.identity({ roleId: 4, pages: resourcePages });
  const heir = await test.identity({ roleId: 4, pages: resourcePages });
  const kept = await makeResource(test, { owner: leaver });
  const trashed = await makeResource(test, { owner: leaver, state: 'trashed' });
  const owned = await test.call(listOwnedThings, { params: { id: leaver.userId } }, { as: test.admin });
  expect(owned.data).toContainEqual({ kind: 'resource', count: 2 });
  const leave = test.container.services.actions.find((action) => action.list === 'user' && action.id === 'leave');
  if (!leave?.undo) throw new Error('There is no action to leave');
  const actor = await test.context(test.admin);
  const input = leave.input.parse({ toUserId: heir.userId });
  const outcome = await test.db
    .transaction()
    .execute((transaction) => leave.apply(transaction, leaver.userId, input, actor, undefined));
  if (outcome.state !== 'done') throw new Error('Nobody left');
  const ownerOf = async (id: string) => (await resourceRowOf(test, id)).owner_id;
  expect([await ownerOf(kept.id), await ownerOf(trashed.id)]).toEqual([heir.userId, heir.userId]);
  await test.db.updateTable('resources').set({ owner_id: test.admin.userId }).where('id', '=', trashed.id).execute();
  const item = { objectId: leaver.userId, before: outcome.before, version: outcome.version };
  await test.db.transaction().execute(async (transaction) => leave.undo?.(transaction, item, actor));
  expect([await ownerOf(kept.id), await ownerOf(trashed.id)]).toEqual([leaver.userId, test.admin.userId]);
});
