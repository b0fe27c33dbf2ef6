import { updateUser } from '@lectern/contract/features/user.ts';
import { listUserActivity, revertUserActivity } from '@lectern/contract/features/user-detail.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Identity, startTestApp, type TestApp } from '../../testing/test-app.ts';

const page = '/app/system/systemAdmin';
let test: TestApp;
let anna: Identity;
beforeAll(async () => {
  test = await startTestApp();
  anna = await test.identity({ roleId: 2, name: 'Anna' });
});
afterAll(() => test.close());

const list = async (id: string, as: Identity = anna) =>
  test.call(listUserActivity, { params: { id }, query: { size: 2 } }, { as });
const revert = (id: string, activityId: string | undefined, version: number, as: Identity = anna) =>
  test.call(revertUserActivity, { params: { id, activityId: Number(activityId) }, body: { version } }, { as });
const readUser = (id: string) => test.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

async function renamedPerson() {
  const { userId: id } = await test.identity({ roleId: 4, name: 'Old Name' });
  const change = { name: 'New Name', phone: '123', version: 1 };
  const changed = await test.call(updateUser, { params: { id }, body: change }, { as: anna });
  expect(changed.status).toBe(200);
  const [activity] = (await list(id)).data.rows;
  return { id, activity };
}

describe('the activity of an object', () => {
  it('lists who changed what, with old and new values, newest first, in pages', async () => {
    const { id, activity } = await renamedPerson();
    expect(activity).toMatchObject({
      action: 'user.updated',
      actor: { id: anna.userId, name: 'Anna' },
      before: { name: 'Old Name', phone: null },
      after: { name: 'New Name', phone: '123' },
      revertable: ['name', 'phone'],
    });
    for (const version of [2, 3]) {
      await test.call(updateUser, { params: { id }, body: { name: `Name ${version}`, version } }, { as: anna });
    }
    const first = (await list(id)).data;
    expect(first).toMatchObject({ more: true, rows: [{ after: { name: 'Name 3' } }, { after: { name: 'Name 2' } }] });
    const before = Number(first.rows[1]?.id);
    const rest = await test.call(listUserActivity, { params: { id }, query: { before } }, { as: anna });
    expect(rest.data).toMatchObject({ more: false, rows: [{ id: activity?.id }] });
  });

  it('reverts a change, which is an activity that can be reverted too', async () => {
    const { id, activity } = await renamedPerson();
    expect((await revert(id, activity?.id, 2)).status).toBe(204);
    expect(await readUser(id)).toMatchObject({ name: 'Old Name', phone: null, version: 3 });
    const [latest] = (await list(id)).data.rows;
    expect(latest).toMatchObject({ after: { name: 'Old Name', phone: null }, revertable: ['name', 'phone'] });
    expect((await revert(id, latest?.id, 3)).status).toBe(204);
    expect(await readUser(id)).toMatchObject({ name: 'New Name', phone: '123' });
  });

  it('can’t be reverted if someone else changed the object or nothing is left to revert', async () => {
    const { id, activity } = await renamedPerson();
    expect((await revert(id, activity?.id, 1)).failure.code).toBe('changedMeanwhile');
    expect((await readUser(id)).name).toBe('New Name');
    await revert(id, activity?.id, 2);
    expect((await revert(id, activity?.id, 3)).failure.code).toBe('nothingToRevert');
  });

  it('can’t be reverted through another object, above one’s rank, out of scope or without the ability', async () => {
    const { id, activity } = await renamedPerson();
    const other = await renamedPerson();
    const reader = await test.identity({ roleId: 4, pages: [page] });
    const editor = await test.identity({ roleId: 3, pages: [page] });
    expect((await revert(other.id, activity?.id, 2)).failure.code).toBe('notFound');
    expect((await revert(id, activity?.id, 2, editor)).failure.code).toBe('notFound');
    expect((await list(id, editor)).failure.code).toBe('notFound');
    expect((await revert(id, activity?.id, 2, reader)).failure.code).toBe('abilityMissing');
    const chief = await test.identity({ roleId: 1, name: 'Chief' });
    const change = { name: 'Boss', version: 1 };
    await test.call(updateUser, { params: { id: chief.userId }, body: change }, { as: test.admin });
    const [rename] = (await list(chief.userId)).data.rows;
    expect(rename).toMatchObject({ after: { name: 'Boss' }, revertable: [] });
    expect((await revert(chief.userId, rename?.id, 2)).failure.code).toBe('morePowerful');
    expect((await readUser(chief.userId)).name).toBe('Boss');
  });

  it('doesn’t restore a role above that of the person who reverts', async () => {
    const deputy = await test.identity({ roleId: 2 });
    const chief = await test.identity({ roleId: 1 });
    await test.call(updateUser, { params: { id: chief.userId }, body: { roleId: 2, version: 1 } }, { as: test.admin });
    const [lowered] = (await list(chief.userId, deputy)).data.rows;
    expect((await revert(chief.userId, lowered?.id, 2, deputy)).failure.code).toBe('morePowerful');
    expect((await readUser(chief.userId)).role_id).toBe(2);
  });
});
