import {
  type AccessGrant,
  getAskedAccess,
  grantAccess,
  listAskedAccess,
  previewGrant,
  refuseAccess,
} from '@lectern/contract/features/access-decision.ts';
import { askForAccess, findMyAccessRequest } from '@lectern/contract/features/access-request.ts';
import { getCurrentUser } from '@lectern/contract/features/auth.ts';
import { listNotifications } from '@lectern/contract/features/notification.ts';
import type { GroupMember } from '@lectern/contract/features/permission-group.ts';
import { updateUser } from '@lectern/contract/features/user.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Identity, startTestApp, type TestApp } from '../../testing/test-app.ts';

const page = '/app/data/convert';

let test: TestApp;
let as: { as: Identity };
beforeAll(async () => {
  test = await startTestApp();
  as = { as: test.admin };
});
afterAll(() => test.close());

async function group(name: string, rules: Record<string, 0 | 1>, members: GroupMember[] = []) {
  const context = await test.context(test.admin);
  const content = { name, description: '', rules, members };
  return test.container.services.permissionGroups.create(context, content, { acceptClosed: true });
}

async function asking(name: string, roleId: 3 | 4 = 4) {
  const person = await test.identity({ roleId, name });
  const { taskId } = (await test.call(askForAccess, { body: { page, note: 'Please' } }, { as: person })).data;
  return { person, taskId, params: { id: taskId } };
}

const grant = (id: string, how: AccessGrant, digest?: string) =>
  test.call(grantAccess, { params: { id }, body: { grant: how, ...(digest && { digest }) } }, as);
const bell = async (person: Identity) => (await test.call(listNotifications, {}, { as: person })).data.rows;
const taskState = async (id: string) =>
  test.db
    .selectFrom('tasks')
    .select(['state', 'closed_by_rule', 'details'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

describe('an access request', () => {
  it('is granted by adding the person to a group, with the effect shown first, and closes by the state itself', async () => {
    const wide = await group('Converters and more', { [page]: 0, '/app/course/list': 0 });
    const narrow = await group('Converters', { [page]: 0 });
    const { person, taskId, params } = await asking('Asker');
    const asked = (await test.call(getAskedAccess, { params }, as)).data;
    expect(asked).toMatchObject({ person: { name: 'Asker' }, page, note: 'Please', forbiddenBy: [] });
    expect(asked.groups.map(({ id, pages }) => [id, pages])).toEqual([
      [narrow.id, 1],
      [wide.id, 2],
    ]);
    const how = { groupId: narrow.id };
    const effect = (await test.call(previewGrant, { params, body: { grant: how } }, as)).data;
    expect(effect).toMatchObject({ people: 1, gains: { who: [{ userId: person.userId, paths: [page] }] } });
    expect((await taskState(taskId)).state).toBe('open');
    expect((await grant(taskId, how, effect.digest)).status).toBe(204);
    expect((await test.call(getCurrentUser, {}, { as: person })).data.permissions).toEqual([page]);
    expect(await taskState(taskId)).toMatchObject({ state: 'done', closed_by_rule: true });
    expect((await bell(person))[0]).toMatchObject({ kind: 'accessGranted', link: page });
    expect((await grant(taskId, how)).failure.code).toBe('notFound');
  });

  it('may be granted by a new group that allows this page alone', async () => {
    const { person, taskId } = await asking('Alone');
    expect((await grant(taskId, { newGroup: 'Just converting' })).status).toBe(204);
    expect((await test.call(getCurrentUser, {}, { as: person })).data.permissions).toEqual([page]);
  });

  it('is not granted where that would open nothing, since a group forbids it; it says which', async () => {
    const { person, taskId, params } = await asking('Held back');
    const gives = await group('Gives', { [page]: 0 });
    await group('Holds back', { [page]: 1 }, [{ kind: 'user', id: person.userId }]);
    expect((await test.call(getAskedAccess, { params }, as)).data.forbiddenBy).toMatchObject([{ name: 'Holds back' }]);
    const refused = await grant(taskId, { groupId: gives.id });
    expect([refused.failure.code, refused.message]).toEqual([
      'grantWithoutEffect',
      expect.stringContaining('Holds back'),
    ]);
    expect((await test.container.services.permissionGroups.get(gives.id)).members).toEqual([]);
    expect((await taskState(taskId)).state).toBe('open');
  });

  it('can be declined with a reason, and requested again', async () => {
    const { person, taskId, params } = await asking('Refused');
    expect((await test.call(refuseAccess, { params, body: { reason: 'Not your field' } }, as)).status).toBe(204);
    expect(await taskState(taskId)).toMatchObject({ state: 'cancelled', details: { reason: 'Not your field' } });
    expect((await bell(person))[0]).toMatchObject({ kind: 'accessRefused', params: { reason: 'Not your field' } });
    expect((await test.call(findMyAccessRequest, { query: { page } }, { as: person })).data).toBeNull();
    const again = await test.call(askForAccess, { body: { page } }, { as: person });
    expect([again.status, again.data.taskId === taskId]).toEqual([201, false]);
  });

  it('closes automatically once the page is open, through another group or a new role', async () => {
    const first = await asking('By group');
    await group('Opened elsewhere', { [page]: 0 }, [{ kind: 'user', id: first.person.userId }]);
    expect((await taskState(first.taskId)).state).toBe('done');
    const second = await asking('By role');
    const change = { params: { id: second.person.userId }, body: { roleId: 2 as const, version: 1 } };
    expect((await test.call(updateUser, change, as)).status).toBe(200);
    expect((await taskState(second.taskId)).state).toBe('done');
  });

  it('is listed for administrators only, while it waits', async () => {
    const { person, taskId } = await asking('Waiting', 3);
    const waiting = (await test.call(listAskedAccess, {}, as)).data;
    expect(waiting.find((one) => one.taskId === taskId)).toMatchObject({ person: { name: 'Waiting' }, page });
    expect((await test.call(listAskedAccess, {}, { as: person })).failure.code).toBe('pageForbidden');
    const self = { params: { id: taskId }, body: { grant: { newGroup: 'Mine' } } };
    expect((await test.call(grantAccess, self, { as: person })).failure.code).toBe('pageForbidden');
  });
});
