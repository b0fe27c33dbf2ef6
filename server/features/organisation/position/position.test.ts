import type { BodyOf } from '@lectern/contract/endpoint.ts';
import {
  createPosition,
  exportPositions,
  listPositionActivity,
  listPositions,
  placePosition,
  revertPositionActivity,
  updatePosition,
} from '@lectern/contract/features/position.ts';
import { getUser, listUsers, updateUser } from '@lectern/contract/features/user.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildCampus, type Campus, usersPage } from '../../../testing/campus.ts';
import { cookieHeader, type Identity, startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { unitRig } from '../../../testing/unit-rig.ts';

let test: TestApp;
let campus: Campus;
let administrator: Identity;
beforeAll(async () => {
  test = await startTestApp();
  campus = await buildCampus(test);
  administrator = await test.identity({ roleId: 2 });
});
afterAll(() => test.close());

type Draft = Partial<BodyOf<typeof createPosition>>;
let names = 0;
async function create(draft: Draft = {}, as: Identity = test.admin) {
  names += 1;
  return test.call(createPosition, { body: { name: `Position ${names}`, roleId: 3, ...draft } }, { as });
}
const edit = (id: string, body: BodyOf<typeof updatePosition>, as: Identity = test.admin) =>
  test.call(updatePosition, { params: { id }, body }, { as });
const give = async (person: Identity, positionId: string | null) => {
  await test.db.updateTable('users').set({ position_id: positionId }).where('id', '=', person.userId).execute();
  test.container.http.afterChange();
};
const seenBy = async (as: Identity) => (await test.call(listUsers, {}, { as })).data.rows.map((row) => row.id);

describe('a position', () => {
  it('can’t exceed one’s own role or the scope of its role', async () => {
    expect((await create({ roleId: 1 }, administrator)).failure.code).toBe('morePowerful');
    expect((await create({ roleId: 4, dataScope: 'department' })).failure.code).toBe('scopeOfRole');
    expect((await create({ roleId: 1, dataScope: 'own' })).failure.code).toBe('scopeOfRole');
    const above = (await create({ roleId: 1 })).data;
    expect((await edit(above.id, { name: 'Lowered', version: 1 }, administrator)).failure.code).toBe('morePowerful');
  });

  it('is widened by super administrators only, and may be narrowed by administrators', async () => {
    for (const dataScope of ['college', 'all'] as const) {
      expect((await create({ dataScope }, administrator)).failure.code).toBe('scopeWidened');
      expect((await create({ dataScope })).data.dataScope).toBe(dataScope);
    }
    expect((await create({ roleId: 2, dataScope: 'department' }, administrator)).status).toBe(201);
    const wide = (await create({ dataScope: 'all' })).data;
    // Administrators can edit other fields of a position whose scope they couldn't have granted.
    expect((await edit(wide.id, { description: 'Of the whole school', version: 1 }, administrator)).status).toBe(200);
  });

  it('counts from the next request on: the college, everything, the own, and the department again', async () => {
    const position = (await create({ dataScope: 'college' })).data;
    const person = await test.identity({ roleId: 3, pages: [usersPage], departmentId: campus.optics });
    const [inPhysics, inHistory] = [await campus.personIn(campus.physics), await campus.personIn(campus.history)];
    const far = await test.identity({ roleId: 4 });
    await give(person, position.id);
    const sees = async () => {
      const seen = await seenBy(person);
      return [inPhysics, inHistory, far].map(({ userId }) => seen.includes(userId));
    };
    expect(await sees()).toEqual([true, true, false]);
    await edit(position.id, { dataScope: 'all', version: 1 });
    expect(await sees()).toEqual([true, true, true]);
    await edit(position.id, { dataScope: 'own', version: 2 });
    expect(await seenBy(person)).toEqual([person.userId]);
    await edit(position.id, { dataScope: 'role', version: 3 });
    expect(await sees()).toEqual([false, false, false]);
    expect((await test.call(getUser, { params: { id: inPhysics.userId } }, { as: person })).status).toBe(404);
  });

  it('can’t be assigned by someone with a smaller scope', async () => {
    const position = (await create({ dataScope: 'college' })).data;
    const target = await test.identity({ roleId: 3, departmentId: campus.optics });
    const { version } = (await test.call(getUser, { params: { id: target.userId } }, { as: campus.editor })).data;
    const body = { positionId: position.id, version };
    const answer = await test.call(updateUser, { params: { id: target.userId }, body }, { as: campus.editor });
    expect(answer.failure.code).toBe('scopeBeyondOwn');
    const narrowed = await test.identity({ roleId: 2, departmentId: campus.physics });
    await give(narrowed, (await create({ roleId: 2, dataScope: 'department' })).data.id);
    const self = await test.call(getUser, { params: { id: narrowed.userId } }, { as: narrowed });
    const free = { params: { id: narrowed.userId }, body: { positionId: null, version: self.data.version } };
    expect((await test.call(updateUser, free, { as: narrowed })).failure.code).toBe('scopeBeyondOwn');
  });

  it('includes its permission groups, with a version of each group and a way back by revert', async () => {
    const context = await test.context(test.admin);
    const content = { name: 'Converters', description: '', rules: {}, members: [] };
    const { id: groupId } = await test.container.services.permissionGroups.create(context, content, {
      acceptClosed: true,
    });
    const position = (await create({ roleId: 4, groupIds: [groupId] })).data;
    expect(position.groups).toEqual([{ id: groupId, name: 'Converters' }]);
    const versions = () =>
      test.db.selectFrom('permission_group_versions').select('members').where('group_id', '=', groupId).execute();
    const before = (await versions()).length;
    const cleared = await edit(position.id, { groupIds: [], version: position.version });
    expect(cleared.data.groups).toEqual([]);
    expect((await versions()).length).toBe(before + 1);
    const { rows } = (await test.call(listPositionActivity, { params: { id: position.id } }, { as: test.admin })).data;
    const params = { id: position.id, activityId: Number(rows[0]?.id) };
    await test.call(revertPositionActivity, { params, body: { version: cleared.data.version } }, { as: test.admin });
    const list = await test.call(listPositions, { query: { group: 'convert' } as object }, { as: test.admin });
    expect(list.data.rows.map((row) => row.id)).toEqual([position.id]);
    expect((await edit(position.id, { groupIds: [campus.unknown], version: 3 })).failure.code).toBe('invalidInput');
  });
});

describe('the list of positions', () => {
  it('keeps the order that people give it, and refuses a name that is taken however it is written', async () => {
    const one = (await create({ name: 'Zeta' })).data;
    const two = (await create({ name: 'Eta' })).data;
    const placed = { params: { id: two.id }, body: { beforeId: one.id, version: two.version } };
    expect((await test.call(placePosition, placed, { as: test.admin })).status).toBe(200);
    const { rows } = (await test.call(listPositions, { query: { name: 'eta' } as object }, { as: test.admin })).data;
    expect(rows.map((row) => row.name)).toEqual(['Eta', 'Zeta']);
    expect((await test.call(placePosition, placed, { as: test.admin })).failure.code).toBe('changedMeanwhile');
    expect((await create({ name: 'ZETA' })).failure.code).toBe('nameTaken');
  });

  it('exports the list without formulas', async () => {
    await create({ name: '=cmd|calc', description: '@SUM(1)' });
    const response = await test.app.inject({
      method: 'GET',
      url: `/api${exportPositions.path}`,
      query: { format: 'csv', columns: 'name,role,dataScope,people,description' },
      headers: { cookie: cookieHeader(test.admin.cookies) },
    });
    expect(response.body).toContain("'=cmd|calc,Recruitment specialist,Set by role,0,'@SUM(1)");
  });

  it('can be deleted only when no one holds it', async () => {
    const actions = unitRig(test, 'position');
    const held = (await create()).data;
    const person = await test.identity({ roleId: 3 });
    await give(person, held.id);
    await expect(actions.carryOut('delete', held.id)).rejects.toMatchObject({ code: 'unitNotEmpty' });
    await give(person, null);
    const outcome = await actions.carryOut('delete', held.id);
    expect(await actions.undo('delete', held.id, outcome)).toMatchObject({ state: 'done', label: held.name });
  });
});
