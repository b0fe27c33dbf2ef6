import { getCurrentUser } from '@lectern/contract/features/auth.ts';
import { getSettings } from '@lectern/contract/features/settings.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { type Identity, startTestApp, type TestApp } from '../../testing/test-app.ts';

const allow = 0;
const forbid = 1;
const settingsPage = '/app/system/settings';

let test: TestApp;
let context: SignedInContext;
beforeAll(async () => {
  test = await startTestApp();
  context = await test.context(test.admin);
});
afterAll(() => test.close());

async function permissionsOf(identity: Identity): Promise<string[]> {
  return (await test.call(getCurrentUser, {}, { as: identity })).data.permissions;
}

async function group(name: string, rules: Record<string, 0 | 1>): Promise<string> {
  const id = await test.container.services.permissionGroups.create(context, name);
  await test.container.services.permissionGroups.saveRules(context, id, rules);
  return id;
}

describe('permission groups', () => {
  it('allow their members a page from the next request on, and no other', async () => {
    const person = await test.identity({ roleId: 4 });
    expect((await test.call(getSettings, {}, { as: person })).failure.code).toBe('pageForbidden');
    const id = await group('Settings readers', { [settingsPage]: allow });
    await test.container.services.permissionGroups.addMember(context, id, { userId: person.userId });
    expect((await test.call(getSettings, {}, { as: person })).status).toBe(200);
    expect(await permissionsOf(person)).toEqual([settingsPage]);
  });

  it('take a page away from the next request on', async () => {
    const person = await test.identity({ roleId: 4 });
    const id = await group('Short-lived', { [settingsPage]: allow });
    await test.container.services.permissionGroups.addMember(context, id, { userId: person.userId });
    await test.container.services.permissionGroups.saveRules(context, id, {});
    expect((await test.call(getSettings, {}, { as: person })).failure.code).toBe('pageForbidden');
  });

  it('forbid more strongly than others allow', async () => {
    const person = await test.identity({ roleId: 3 });
    for (const [name, flag] of [
      ['Allows', allow],
      ['Forbids', forbid],
    ] as const) {
      const id = await group(name, { [settingsPage]: flag, '/app/data/convert': allow });
      await test.container.services.permissionGroups.addMember(context, id, { userId: person.userId });
    }
    expect(await permissionsOf(person)).toEqual(['/app/data/convert']);
  });

  it('reach people through their position and through departments above theirs', async () => {
    const { organisation, permissionGroups } = test.container.services;
    const collegeId = await organisation.createCollege(context, { code: 'C1', name: 'College' });
    const above = await organisation.createDepartment(context, { collegeId, code: 'D1', name: 'Above' });
    const below = await organisation.createDepartment(context, {
      collegeId,
      parentId: above,
      code: 'D2',
      name: 'Below',
    });
    const positionId = await organisation.createPosition(context, { name: 'Librarian', roleId: 4 });
    const person = await test.identity({ roleId: 4, departmentId: below });
    await test.db.updateTable('users').set({ position_id: positionId }).where('id', '=', person.userId).execute();
    await permissionGroups.addMember(context, await group('By department', { '/app/data/convert': allow }), {
      departmentId: above,
    });
    await permissionGroups.addMember(context, await group('By position', { '/app/course/list': allow }), {
      positionId,
    });
    expect(await permissionsOf(person)).toEqual(['/app/course/list', '/app/data/convert']);
  });

  it('do not pass a role’s ability: the admin ability passes all, page or not', async () => {
    const administrator = await test.identity({ roleId: 2 });
    const id = await group('Forbids all', { [settingsPage]: forbid });
    await test.container.services.permissionGroups.addMember(context, id, { userId: administrator.userId });
    expect((await test.call(getSettings, {}, { as: administrator })).status).toBe(200);
  });

  it('refuse rules for what is no page of the route filter, and a name that is taken', async () => {
    const { permissionGroups } = test.container.services;
    const id = await group('Strict', {});
    for (const path of ['/app/nowhere', '/app/system/accessGroup', '/app/home']) {
      await expect(permissionGroups.saveRules(context, id, { [path]: allow })).rejects.toMatchObject({
        code: 'invalidInput',
      });
    }
    await expect(permissionGroups.create(context, 'Strict')).rejects.toMatchObject({ code: 'invalidInput' });
  });
});
