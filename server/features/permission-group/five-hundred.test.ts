import { grantablePaths } from '@lectern/contract/access.ts';
import type { RequestOf } from '@lectern/contract/endpoint.ts';
import { getCurrentUser } from '@lectern/contract/features/auth.ts';
import type { PermissionEffect } from '@lectern/contract/features/permission-effect.ts';
import {
  createPermissionGroup,
  type GroupContent,
  type GroupMember,
  listPermissionGroupVersions,
  previewPermissionGroup,
  restorePermissionGroup,
  savePermissionGroup,
} from '@lectern/contract/features/permission-group.ts';
import { getSettings } from '@lectern/contract/features/settings.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildCrowd, type Crowd } from '../../testing/crowd.ts';
import { seededRandom } from '../../testing/seeded-random.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

const random = seededRandom(20_261_116);
const paths = grantablePaths();
const settingsPage = '/app/system/settings';

let test: TestApp;
let crowd: Crowd;
beforeAll(async () => {
  test = await startTestApp();
  crowd = await buildCrowd(test, random, { people: 500, groups: 40 });
});
afterAll(() => test.close());

/** The pages each person may open, computed from the specification without the server's function. */
async function modelPages(): Promise<Map<string, Set<string>>> {
  const [people, departments, members, rules] = await Promise.all([
    test.db.selectFrom('users').select(['id', 'role_id', 'access', 'position_id', 'department_id']).execute(),
    test.db.selectFrom('departments').select(['id', 'parent_id']).execute(),
    test.db.selectFrom('permission_group_members').selectAll().execute(),
    test.db.selectFrom('permission_group_rules').selectAll().execute(),
  ]);
  const parents = new Map(departments.map(({ id, parent_id }) => [id, parent_id]));
  const pages = new Map<string, Set<string>>();
  for (const person of people) {
    const above = new Set<string>();
    for (let at = person.department_id; at; at = parents.get(at) ?? null) above.add(at);
    const groups = new Set<string>();
    for (const { group_id, user_id, position_id, department_id } of members) {
      const byPosition = position_id !== null && position_id === person.position_id;
      const byDepartment = department_id !== null && above.has(department_id);
      if (user_id === person.id || byPosition || byDepartment) groups.add(group_id);
    }
    const said = rules.filter(({ group_id }) => groups.has(group_id));
    const open = said.filter(({ flag }) => flag === 0).map(({ path }) => path);
    const shut = new Set(said.filter(({ flag }) => flag === 1).map(({ path }) => path));
    const allowed = person.role_id <= 2 ? paths : open.filter((path) => !shut.has(path));
    pages.set(person.id, new Set(person.access === 0 ? allowed : []));
  }
  return pages;
}

type Pages = Awaited<ReturnType<typeof modelPages>>;
const none = new Set<string>();
const missing = (from: ReadonlySet<string>, these: ReadonlySet<string>) => [...these].filter((path) => !from.has(path));

/** One line per gained or lost page. */
function difference(before: Pages, after: Pages): string[] {
  const lines: string[] = [];
  for (const [id, has] of after) {
    const had = before.get(id) ?? none;
    for (const path of missing(had, has)) lines.push(`${id} + ${path}`);
    for (const path of missing(has, had)) lines.push(`${id} - ${path}`);
  }
  return lines.sort();
}

function told({ gains, loses }: PermissionEffect): string[] {
  const lines = (side: PermissionEffect['gains'], sign: string) =>
    side.who.flatMap(({ userId, paths: changed }) => changed.map((path) => `${userId} ${sign} ${path}`));
  return [...lines(gains, '+'), ...lines(loses, '-')].sort();
}

/** Sends requests as some people affected by the change and some who aren't. */
async function expectNextRequestsObey(effect: PermissionEffect, model: Pages): Promise<void> {
  const concerned = [...effect.gains.who, ...effect.loses.who].map(({ userId }) => userId);
  const asked = [...random.some(concerned, 4), ...random.some(crowd.ids, 2)];
  for (const id of asked) {
    const as = crowd.identities.get(id);
    if (!as || as.forbidden) continue;
    const { permissions } = (await test.call(getCurrentUser, {}, { as })).data;
    const allowed = model.get(id) ?? none;
    if (!as.administrator) expect(permissions).toEqual([...allowed].sort());
    expect((await test.call(getSettings, {}, { as })).status).toBe(allowed.has(settingsPage) ? 200 : 403);
  }
}

const as = () => ({ as: test.admin });
const randomMember = (): GroupMember => {
  const kind = random.one(['user', 'user', 'position', 'department'] as const);
  return { kind, id: random.one({ user: crowd.ids, position: crowd.positions, department: crowd.departments }[kind]) };
};

/** Changes only a few members and rules, so that the effect stays small enough to be listed in full. */
function changed({ name, description, rules, members }: GroupContent): GroupContent {
  const kept = members.filter(() => random.chance(0.8)).map(({ kind, id }) => ({ kind, id }));
  const touched = random.some(paths, 4).map((path) => [path, random.one([0, 0, 1, null] as const)] as const);
  const next = Object.entries({ ...rules, ...Object.fromEntries(touched) }).filter(([, flag]) => flag !== null);
  return {
    name,
    description,
    rules: Object.fromEntries(next) as GroupContent['rules'],
    members: [...kept, ...Array.from({ length: random.upTo(3) }, randomMember)],
  };
}

async function expectSame(
  preview: RequestOf<typeof previewPermissionGroup>['body'],
  change: (digest: string) => Promise<{ status: number }>,
): Promise<number> {
  const before = await modelPages();
  const effect = (await test.call(previewPermissionGroup, { body: preview }, as())).data;
  expect(difference(before, await modelPages())).toEqual([]);
  expect([200, 201]).toContain((await change(effect.digest)).status);
  const after = await modelPages();
  const happened = difference(before, after);
  expect(told(effect)).toEqual(happened);
  expect(effect.people).toBe(new Set(happened.map((line) => line.split(' ')[0])).size);
  await expectNextRequestsObey(effect, after);
  return effect.people;
}

it('previews many random changes exactly for 500 people in 40 groups, and the next request agrees', async () => {
  let concerned = 0;
  for (let round = 0; round < 24; round += 1) {
    const { id } = random.one(crowd.groups);
    const params = { id };
    const group = await test.container.services.permissionGroups.get(id);
    const content = changed(group);
    const { version } = group;
    concerned += await expectSame({ kind: 'save', groupId: id, content }, (digest) =>
      test.call(savePermissionGroup, { params, body: { ...content, version, digest, acceptClosed: true } }, as()),
    );
  }
  expect(concerned).toBeGreaterThan(120);
});

it('previews new groups, reverted versions and moved departments exactly', async () => {
  for (let round = 0; round < 4; round += 1) {
    const content = changed({ name: `New ${round}`, description: '', rules: {}, members: [] });
    await expectSame({ kind: 'create', content }, (digest) =>
      test.call(createPermissionGroup, { body: { ...content, digest, acceptClosed: true } }, as()),
    );
    const { id } = random.one(crowd.groups);
    const params = { id };
    const { rows } = (await test.call(listPermissionGroupVersions, { params }, as())).data;
    const toVersion = random.one(rows).version;
    const version = rows[0]?.version ?? 0;
    await expectSame({ kind: 'restore', groupId: id, toVersion }, (digest) =>
      test.call(restorePermissionGroup, { params, body: { toVersion, version, digest, acceptClosed: true } }, as()),
    );
    await crowd.moveSomeDepartment(random);
  }
});
