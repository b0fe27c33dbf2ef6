import { mayOpenPath } from '@lectern/contract/access.ts';
import { previewCollegeMerge } from '@lectern/contract/features/college.ts';
import {
  getDepartment,
  moveDepartment,
  previewDepartmentMerge,
  previewDepartmentMove,
} from '@lectern/contract/features/department.ts';
import type { OrganisationEffect } from '@lectern/contract/features/organisation-effect.ts';
import {
  createPosition,
  previewPositionMerge,
  previewPositionUpdate,
  updatePosition,
} from '@lectern/contract/features/position.ts';
import { listResources } from '@lectern/contract/features/resource.ts';
import { accessFlag } from '@lectern/contract/roles.ts';
import { routes } from '@lectern/contract/routes.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { insertTestResource } from '../../testing/insert-resource.ts';
import { type Identity, startTestApp, type TestApp } from '../../testing/test-app.ts';
import { unitRig } from '../../testing/unit-rig.ts';

const resourcesPage = '/app/resource/info';
let test: TestApp;
let people: Map<string, Identity>;
const units: Record<string, string> = {};
const unit = (name: string): string => units[name] ?? '';

/**
 * Two colleges with departments two levels deep, groups on a department and a position, and a resource in each
 * department.
 */
beforeAll(async () => {
  test = await startTestApp();
  const context = await test.context(test.admin);
  const { organisation, permissionGroups } = test.container.services;
  for (const name of ['arts', 'science']) units[name] = await organisation.createCollege(context, { code: name, name });
  const department = async (name: string, collegeId: string, parentId?: string) => {
    const body = { collegeId, code: name, name, ...(parentId && { parentId }) };
    units[name] = await organisation.createDepartment(context, body);
    const [owner_id, department_id] = [test.admin.userId, unit(name)];
    await insertTestResource(test.db, { title: name, owner_id, department_id, state: 'ready' });
  };
  await department('music', unit('arts'));
  await department('strings', unit('arts'), unit('music'));
  await department('winds', unit('arts'), unit('music'));
  await department('dance', unit('arts'));
  await department('physics', unit('science'));
  await department('optics', unit('science'), unit('physics'));
  const group = (name: string, path: string, member: { kind: 'department' | 'position'; id: string }) => {
    const content = { name, description: '', rules: { [path]: accessFlag.allow }, members: [member] };
    return permissionGroups.create(context, content, { acceptClosed: true });
  };
  await group('Musicians', '/app/course/list', { kind: 'department', id: unit('music') });
  await group('Physicists', '/app/data/convert', { kind: 'department', id: unit('physics') });
  const position = async (name: string, dataScope: 'role' | 'own' | 'college') => {
    const body = { name, roleId: 3, dataScope } as const;
    units[name] = (await test.call(createPosition, { body }, { as: test.admin })).data.id;
  };
  await position('Keeper', 'college');
  await position('Apprentice', 'own');
  await group('Keepers', '/app/handle/img', { kind: 'position', id: unit('Keeper') });
  people = new Map();
  for (const name of ['music', 'strings', 'winds', 'dance', 'physics', 'optics']) {
    for (const roleId of [3, 4] as const) {
      const identity = await test.identity({
        roleId,
        departmentId: unit(name),
        name: `${name} ${roleId}`,
        pages: [resourcesPage],
      });
      people.set(`${name} ${roleId}`, identity);
    }
    const keeper = await test.identity({
      roleId: 3,
      departmentId: unit(name),
      name: `${name} keeper`,
      pages: [resourcesPage],
    });
    await test.db
      .updateTable('users')
      .set({ position_id: unit('Keeper') })
      .where('id', '=', keeper.userId)
      .execute();
    people.set(`${name} keeper`, keeper);
  }
  test.container.http.afterChange();
});
afterAll(() => test.close());

type Facts = { pages: string[]; resources: string[] };
/** The pages and resources each person can actually open, asked as that person. */
async function facts(): Promise<Map<string, Facts>> {
  const found = new Map<string, Facts>();
  for (const [name, as] of people) {
    const { principal } = await test.context(as);
    const pages = routes.filter((route) => mayOpenPath(principal, route.path)).map((route) => route.path);
    const { rows } = (await test.call(listResources, {}, { as })).data;
    found.set(name, { pages, resources: rows.map((row) => row.title) });
  }
  return found;
}

type Told = Map<string, string[]>;
const without = (all: string[], some: string[]) => all.filter((one) => !some.includes(one)).sort();

/** Compares the preview with what people gained and lost after the change. */
async function provesTrue(preview: OrganisationEffect, before: Map<string, Facts>): Promise<void> {
  const after = await facts();
  const really = { pageGains: new Map(), pageLosses: new Map(), dataGains: new Map(), dataLosses: new Map() } as Record<
    string,
    Told
  >;
  for (const [name, was] of before) {
    const is = after.get(name) ?? { pages: [], resources: [] };
    const note = (to: Told | undefined, what: string[]) => what.length > 0 && to?.set(name, what);
    note(really.pageGains, without(is.pages, was.pages));
    note(really.pageLosses, without(was.pages, is.pages));
    note(really.dataGains, without(is.resources, was.resources));
    note(really.dataLosses, without(was.resources, is.resources));
  }
  const told = (entries: { name: string; paths?: string[]; departments?: string[] }[]): Told =>
    new Map(entries.map((entry) => [entry.name, [...(entry.paths ?? entry.departments ?? [])].sort()]));
  const guarded = (of: Told | undefined): Told =>
    new Map(
      [...(of ?? [])].map(([name, paths]) => [
        name,
        paths.filter((path) => routes.find((route) => route.path === path)?.access),
      ]),
    );
  const inOrder = (of: Told | undefined) => [...(of ?? [])].sort(([one], [other]) => one.localeCompare(other));
  expect(inOrder(told(preview.pages.gains))).toEqual(inOrder(guarded(really.pageGains)));
  expect(inOrder(told(preview.pages.loses))).toEqual(inOrder(guarded(really.pageLosses)));
  // Each department holds one resource named after it.
  expect(inOrder(told(preview.data.gains))).toEqual(inOrder(really.dataGains));
  expect(inOrder(told(preview.data.loses))).toEqual(inOrder(really.dataLosses));
  expect(preview.data.gainers).toBe(really.dataGains?.size);
  expect(preview.pages.losers).toBe(really.pageLosses?.size);
}

let before: Map<string, Facts>;
beforeEach(async () => {
  before = await facts();
});
const versionOf = async (id: string) =>
  (await test.call(getDepartment, { params: { id } }, { as: test.admin })).data.version;

it('a preview of a move to another college is exact and changes nothing', async () => {
  const id = unit('music');
  const body = { collegeId: unit('science'), parentId: unit('physics'), beforeId: null, version: await versionOf(id) };
  const preview = (await test.call(previewDepartmentMove, { params: { id }, body }, { as: test.admin })).data;
  expect(await facts()).toEqual(before);
  expect(preview).toMatchObject({ people: 9, departments: 3, resources: 3, groups: [{ name: 'Musicians' }] });
  expect(preview.pages.gains.map((entry) => entry.name)).toContain('strings 4');
  expect(preview.data.gains.map((entry) => entry.name)).toContain('physics 3');
  expect((await test.call(moveDepartment, { params: { id }, body }, { as: test.admin })).status).toBe(200);
  await provesTrue(preview, before);
});

it('a preview of a merge is exact, and Undo restores people and units', async () => {
  const id = unit('physics');
  const actions = unitRig(test, 'department');
  const params = { params: { id }, body: { intoId: unit('dance') } };
  const preview = (await test.call(previewDepartmentMerge, params, { as: test.admin })).data;
  expect(await facts()).toEqual(before);
  const outcome = await actions.carryOut('merge', id, { intoId: unit('dance') });
  await provesTrue(preview, before);
  expect(preview.pages.loses.find((entry) => entry.name === 'physics 4')?.paths).toEqual(['/app/data/convert']);
  await actions.undo('merge', id, outcome);
  expect(await facts()).toEqual(before);
});

it('a preview of merging colleges is exact, with Undo', async () => {
  const actions = unitRig(test, 'college');
  const id = unit('science');
  const params = { params: { id }, body: { intoId: unit('arts') } };
  const preview = (await test.call(previewCollegeMerge, params, { as: test.admin })).data;
  const outcome = await actions.carryOut('merge', id, { intoId: unit('arts') });
  await provesTrue(preview, before);
  expect(preview.data.gains.map((entry) => entry.name)).toContain('dance keeper');
  await actions.undo('merge', id, outcome);
  expect(await facts()).toEqual(before);
});

it('a preview of a position’s scope and groups, and of a change of position, is exact', async () => {
  const id = unit('Keeper');
  const actions = unitRig(test, 'position');
  const body = { dataScope: 'own', groupIds: [], version: 1 } as const;
  const request = { params: { id }, body: { ...body, groupIds: [] } };
  const preview = (await test.call(previewPositionUpdate, request, { as: test.admin })).data;
  expect(preview.people).toBe(6);
  expect((await test.call(updatePosition, request, { as: test.admin })).status).toBe(200);
  await provesTrue(preview, before);
  before = await facts();
  const into = { params: { id: unit('Apprentice') }, body: { intoId: id } };
  expect((await test.call(previewPositionMerge, into, { as: test.admin })).data.people).toBe(0);
  const back = await test.call(
    updatePosition,
    { params: { id }, body: { dataScope: 'all', version: 2 } },
    { as: test.admin },
  );
  expect(back.data.dataScope).toBe('all');
  const mergePreview = (
    await test.call(previewPositionMerge, { params: { id }, body: { intoId: unit('Apprentice') } }, { as: test.admin })
  ).data;
  before = await facts();
  const outcome = await actions.carryOut('merge', id, { intoId: unit('Apprentice') });
  await provesTrue(mergePreview, before);
  await actions.undo('merge', id, outcome);
  expect(await facts()).toEqual(before);
});
