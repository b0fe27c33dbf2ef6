import { getCurrentUser } from '@lectern/contract/features/auth.ts';
import {
  createPermissionGroup,
  type GroupMember,
  getPermissionGroup,
  listPermissionGroups,
  listPermissionGroupVersions,
  previewPermissionGroup,
  restorePermissionGroup,
  savePermissionGroup,
} from '@lectern/contract/features/permission-group.ts';
import { getSettings } from '@lectern/contract/features/settings.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildCampus, type Campus } from '../../testing/campus.ts';
import { type Identity, startTestApp, type TestApp } from '../../testing/test-app.ts';

const allow = 0;
const forbid = 1;
const settingsPage = '/app/system/settings';
const convertPage = '/app/data/convert';

let test: TestApp;
let campus: Campus;
let as: { as: Identity };
beforeAll(async () => {
  test = await startTestApp();
  as = { as: test.admin };
  campus = await buildCampus(test);
});
afterAll(() => test.close());

async function permissionsOf(identity: Identity): Promise<string[]> {
  return (await test.call(getCurrentUser, {}, { as: identity })).data.permissions;
}

const user = ({ userId }: Identity): GroupMember => ({ kind: 'user', id: userId });

async function group(name: string, rules: Record<string, 0 | 1>, members: GroupMember[] = []) {
  const answer = await test.call(createPermissionGroup, { body: { name, rules, members } }, as);
  expect(answer.status).toBe(201);
  return answer.data;
}

type Group = Awaited<ReturnType<typeof group>>;
type Change = { rules?: Record<string, 0 | 1>; members?: GroupMember[]; acceptClosed?: boolean; digest?: string };

const keep = ({ kind, id }: GroupMember): GroupMember => ({ kind, id });
const contentOf = ({ name, description, rules, members }: Group) => ({
  name,
  description,
  rules,
  members: members.map(keep),
});

function save(before: Group, change: Change, version = before.version) {
  const body = { ...contentOf(before), version, ...change };
  return test.call(savePermissionGroup, { params: { id: before.id }, body }, as);
}

describe('permission groups', () => {
  it('grant their members a page from the next request on, and no other', async () => {
    const person = await test.identity({ roleId: 4 });
    expect((await test.call(getSettings, {}, { as: person })).failure.code).toBe('pageForbidden');
    const empty = await group('Settings readers', { [settingsPage]: allow });
    expect((await save(empty, { members: [user(person)] })).status).toBe(200);
    expect((await test.call(getSettings, {}, { as: person })).status).toBe(200);
    expect(await permissionsOf(person)).toEqual([settingsPage]);
  });

  it('remove a page from the next request on', async () => {
    const person = await test.identity({ roleId: 4 });
    const first = await group('Short-lived', { [settingsPage]: allow }, [user(person)]);
    expect((await test.call(getSettings, {}, { as: person })).status).toBe(200);
    await save(first, { rules: {}, acceptClosed: true });
    expect((await test.call(getSettings, {}, { as: person })).failure.code).toBe('pageForbidden');
  });

  it('forbid even what others allow', async () => {
    const person = await test.identity({ roleId: 3 });
    await group('Allows', { [settingsPage]: allow, [convertPage]: allow }, [user(person)]);
    await group('Forbids', { [settingsPage]: forbid }, [user(person)]);
    expect(await permissionsOf(person)).toEqual([convertPage]);
  });

  it('apply through positions and parent departments', async () => {
    const person = await campus.personIn(campus.optics);
    await test.db.updateTable('users').set({ position_id: campus.plain }).where('id', '=', person.userId).execute();
    await group('By department', { [convertPage]: allow }, [{ kind: 'department', id: campus.physics }]);
    const byPosition = await group('By position', { '/app/course/list': allow }, [
      { kind: 'position', id: campus.plain },
    ]);
    expect(await permissionsOf(person)).toEqual(['/app/course/list', convertPage]);
    expect(byPosition).toMatchObject({ people: 1, members: [{ kind: 'position', id: campus.plain, people: 1 }] });
  });

  it('never override a role: the admin ability passes every check', async () => {
    const administrator = await test.identity({ roleId: 2 });
    await group('Forbids all', { [settingsPage]: forbid }, [user(administrator)]);
    expect((await test.call(getSettings, {}, { as: administrator })).status).toBe(200);
  });

  it('refuse rules for unknown pages, missing members and existing names', async () => {
    const refused = async (body: Parameters<typeof test.call<typeof createPermissionGroup>>[1]) =>
      (await test.call(createPermissionGroup, body, as)).failure;
    for (const path of ['/app/nowhere', '/app/system/accessGroup', '/app/home']) {
      const rules = Object.fromEntries([[path, allow]]) as Record<string, 0>;
      const failure = await refused({ body: { name: 'Strict', rules, members: [] } });
      expect(failure.code).toBe('invalidInput');
    }
    const nobody = [{ kind: 'user' as const, id: campus.unknown }];
    expect((await refused({ body: { name: 'Strict', rules: {}, members: nobody } })).code).toBe('invalidInput');
    await group('Strict', {});
    expect((await refused({ body: { name: 'strict', rules: {}, members: [] } })).data).toMatchObject({
      fields: [{ path: 'name' }],
    });
  });

  it('preview who gains and loses access, and refuse to save if that has changed', async () => {
    const [one, two] = [
      await test.identity({ roleId: 4, name: 'One' }),
      await test.identity({ roleId: 4, name: 'Two' }),
    ];
    const before = await group('Previewed', { '/app/course/subject': allow }, [user(one)]);
    const content = { ...contentOf(before), members: [user(two)] };
    const body = { kind: 'save', groupId: before.id, content } as const;
    const effect = (await test.call(previewPermissionGroup, { body }, as)).data;
    const paths = ['/app/course/subject'];
    expect(effect).toMatchObject({
      people: 2,
      gains: { people: 1, pages: [{ path: paths[0], people: 1 }], who: [{ name: 'Two', paths }] },
      loses: { people: 1, who: [{ name: 'One', paths }] },
      closed: [],
    });
    expect(await permissionsOf(two)).toEqual([]);
    const other = await group('Gives it, too', { '/app/course/subject': allow }, [user(one)]);
    const change = { members: [user(two)], digest: effect.digest };
    expect((await save(before, change)).failure.code).toBe('effectDiffers');
    await save(other, { members: [] });
    expect((await save(before, change)).status).toBe(200);
    expect(await permissionsOf(two)).toEqual(paths);
  });

  it('don’t close a page for everyone but administrators unless confirmed', async () => {
    const person = await test.identity({ roleId: 4 });
    const only = await group('Only way', { '/app/page/resourceRecommend': allow }, [user(person)]);
    const refused = await save(only, { rules: {} });
    expect([refused.failure.code, refused.message]).toEqual([
      'pagesWouldClose',
      expect.stringContaining('Home-page recommended resources'),
    ]);
    expect(await permissionsOf(person)).toEqual(['/app/page/resourceRecommend']);
    expect((await save(only, { rules: {}, acceptClosed: true })).status).toBe(200);
  });

  it('are refused if someone else changed them', async () => {
    const first = await group('Raced', {});
    expect((await save(first, { rules: { [convertPage]: allow } })).status).toBe(200);
    expect((await save(first, { rules: {} })).failure.code).toBe('changedMeanwhile');
  });

  it('keep every version with its author, and can be reverted to one', async () => {
    const person = await test.identity({ roleId: 4 });
    const first = await group('With a past', { [convertPage]: allow }, [user(person)]);
    const second = (await save(first, { rules: { [convertPage]: forbid }, acceptClosed: true })).data;
    expect(await permissionsOf(person)).toEqual([]);
    const params = { id: first.id };
    const { rows, more } = (await test.call(listPermissionGroupVersions, { params }, as)).data;
    expect([rows.length, more]).toEqual([2, false]);
    expect(rows[0]).toMatchObject({ version: 2, cause: 'changed', rules: { [convertPage]: forbid } });
    expect(rows[1]).toMatchObject({ version: 1, cause: 'created', members: [{ kind: 'user', id: person.userId }] });
    const stale = { toVersion: 1, version: 1 };
    expect((await test.call(restorePermissionGroup, { params, body: stale }, as)).failure.code).toBe(
      'changedMeanwhile',
    );
    const body = { toVersion: 1, version: second.version };
    expect((await test.call(restorePermissionGroup, { params, body }, as)).data.version).toBe(3);
    expect(await permissionsOf(person)).toEqual([convertPage]);
    const gone = { toVersion: 99, version: 3 };
    expect((await test.call(restorePermissionGroup, { params, body: gone }, as)).failure.code).toBe('notFound');
  });

  it('leave out former members when reverted', async () => {
    const context = await test.context(test.admin);
    const id = await test.container.services.organisation.createPosition(context, { name: 'Short post', roleId: 4 });
    const first = await group('Of the past', { [convertPage]: allow }, [{ kind: 'position', id }]);
    await test.db.deleteFrom('positions').where('id', '=', id).execute();
    const body = { toVersion: 1, version: first.version };
    const restored = await test.call(restorePermissionGroup, { params: { id: first.id }, body }, as);
    expect(restored.data).toMatchObject({ members: [], rules: { [convertPage]: allow } });
  });

  it('are listed with the number of people they reach, and found by name and member', async () => {
    const person = await campus.personIn(campus.history);
    const made = await group('Found by history', { [convertPage]: allow }, [
      { kind: 'department', id: campus.history },
    ]);
    const byMember = (await test.call(listPermissionGroups, { query: { member: person.userId } as never }, as)).data
      .rows;
    expect(byMember.map((row) => row.name)).toEqual(['Found by history']);
    const byName = (await test.call(listPermissionGroups, { query: { search: 'found HISTORY' } }, as)).data.rows;
    expect(byName).toMatchObject([{ id: made.id, allows: 1, forbids: 0, people: 1, members: { department: 1 } }]);
    const missing = await test.call(getPermissionGroup, { params: { id: campus.unknown } }, as);
    expect(missing.failure.code).toBe('notFound');
  });
});
