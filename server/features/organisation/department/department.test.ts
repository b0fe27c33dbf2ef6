import type { BodyOf } from '@lectern/contract/endpoint.ts';
import {
  createDepartment,
  deepestDepartment,
  getDepartment,
  getDepartmentTree,
  listDepartmentActivity,
  listDepartments,
  moveDepartment,
  revertDepartmentActivity,
  updateDepartment,
} from '@lectern/contract/features/department.ts';
import { listUsers } from '@lectern/contract/features/user.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Identity, startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { unitRig } from '../../../testing/unit-rig.ts';

const page = '/app/system/department';
let test: TestApp;
let arts: string;
let science: string;
let actions: ReturnType<typeof unitRig>;
beforeAll(async () => {
  test = await startTestApp();
  actions = unitRig(test, 'department');
  const context = await test.context(test.admin);
  const { organisation } = test.container.services;
  arts = await organisation.createCollege(context, { code: 'ARTS', name: 'Arts' });
  science = await organisation.createCollege(context, { code: 'SCI', name: 'Science' });
});
afterAll(() => test.close());

let codes = 0;
async function make(name: string, place: { collegeId?: string; parentId?: string } = {}, as: Identity = test.admin) {
  codes += 1;
  const body = { collegeId: arts, code: `D${codes}`, name, ...place };
  return (await test.call(createDepartment, { body }, { as })).data;
}
const move = (id: string, body: BodyOf<typeof moveDepartment>, as: Identity = test.admin) =>
  test.call(moveDepartment, { params: { id }, body }, { as });
const namesIn = async (collegeId: string, parentId: string | null) =>
  (await test.call(getDepartmentTree, {}, { as: test.admin })).data.departments
    .filter((one) => one.college.id === collegeId && (one.parent?.id ?? null) === parentId)
    .map((one) => one.name);
const pathOf = async (id: string) =>
  (await test.db.selectFrom('departments').select('path').where('id', '=', id).executeTakeFirstOrThrow()).path;

describe('the department tree', () => {
  it('keeps its manual order: before another one or at the end', async () => {
    const above = await make('Above');
    const [one, two, three] = [
      await make('One', { parentId: above.id }),
      await make('Two', { parentId: above.id }),
      await make('Three', { parentId: above.id }),
    ];
    const here = { collegeId: arts, parentId: above.id };
    await move(three.id, { ...here, beforeId: one.id, version: three.version });
    expect(await namesIn(arts, above.id)).toEqual(['Three', 'One', 'Two']);
    await move(one.id, { ...here, beforeId: null, version: one.version });
    expect(await namesIn(arts, above.id)).toEqual(['Three', 'Two', 'One']);
    expect((await move(two.id, { ...here, beforeId: science, version: two.version })).failure.code).toBe(
      'invalidInput',
    );
  });

  it('moves a department with its subdepartments to another college, and reverts that', async () => {
    const top = await make('Music');
    const below = await make('Strings', { parentId: top.id });
    const lab = await make('Labs', { collegeId: science });
    const moved = await move(top.id, { collegeId: science, parentId: lab.id, beforeId: null, version: top.version });
    expect(moved.data).toMatchObject({ college: { id: science }, parent: { id: lab.id }, level: 2 });
    expect(await pathOf(below.id)).toBe(`/${lab.id}/${top.id}/${below.id}/`);
    const child = await test.call(getDepartment, { params: { id: below.id } }, { as: test.admin });
    expect(child.data.college.id).toBe(science);
    const { rows } = (await test.call(listDepartmentActivity, { params: { id: top.id } }, { as: test.admin })).data;
    expect(rows[0]).toMatchObject({ action: 'department.moved', revertable: ['collegeId', 'parentId'] });
    const reverted = await test.call(
      revertDepartmentActivity,
      { params: { id: top.id, activityId: Number(rows[0]?.id) }, body: { version: moved.data.version } },
      { as: test.admin },
    );
    expect(reverted.status).toBe(204);
    expect(await pathOf(below.id)).toBe(`/${top.id}/${below.id}/`);
  });

  it('refuses cycles, foreign parents, old versions and too many levels', async () => {
    const top = await make('Deep');
    let last = top;
    for (let level = 2; level <= deepestDepartment; level += 1) last = await make(`L${level}`, { parentId: last.id });
    const refused = async (body: Partial<BodyOf<typeof moveDepartment>>) =>
      (await move(top.id, { collegeId: arts, parentId: null, beforeId: null, version: top.version, ...body })).failure
        .code;
    expect(await refused({ parentId: last.id })).toBe('intoItself');
    expect(await refused({ collegeId: science, parentId: last.id })).toBe('invalidInput');
    expect(await refused({ version: 7 })).toBe('changedMeanwhile');
    const side = await make('Side');
    expect(await refused({ parentId: side.id })).toBe('tooDeep');
    const body = { collegeId: arts, parentId: last.id, code: 'TOODEEP', name: 'Too deep' };
    expect((await test.call(createDepartment, { body }, { as: test.admin })).failure.code).toBe('tooDeep');
  });

  it('can be changed by administrators who see everything, and viewed by others', async () => {
    const reader = await test.identity({ roleId: 3, pages: [page] });
    const department = await make('Guarded');
    expect((await test.call(listDepartments, { query: { search: 'Guarded' } }, { as: reader })).data.rows).toHaveLength(
      1,
    );
    const edit = { params: { id: department.id }, body: { name: 'Mine', version: department.version } };
    expect((await test.call(updateDepartment, edit, { as: reader })).failure.code).toBe('abilityMissing');
    const narrowed = await test.identity({ roleId: 2 });
    const context = await test.context(test.admin);
    const positionId = await test.container.services.organisation.createPosition(context, { name: 'Dean', roleId: 2 });
    await test.db.updateTable('positions').set({ data_scope: 'department' }).where('id', '=', positionId).execute();
    await test.db.updateTable('users').set({ position_id: positionId }).where('id', '=', narrowed.userId).execute();
    test.container.http.afterChange();
    expect((await test.call(updateDepartment, edit, { as: narrowed })).failure.code).toBe('scopeBeyondOwn');
  });
});

describe('department fields', () => {
  it('are refused with a clear message: existing codes in any spelling, a missing head, signs', async () => {
    const one = await make('Codes');
    const other = await make('Others');
    const change = async (body: Partial<BodyOf<typeof updateDepartment>>) =>
      (
        await test.call(
          updateDepartment,
          { params: { id: other.id }, body: { version: other.version, ...body } },
          { as: test.admin },
        )
      ).failure.code;
    expect(await change({ code: one.code.toLowerCase() })).toBe('codeTaken');
    expect(await change({ headId: science })).toBe('invalidInput');
    for (const code of ['=1+1', '../x', 'a b', '']) expect(await change({ code })).toBe('invalidInput');
    expect(await change({ name: 'x'.repeat(101) })).toBe('invalidInput');
  });
});

describe('a removed department', () => {
  it('can be deleted only when empty, otherwise says what it contains, and can be restored', async () => {
    const department = await make('Emptied');
    const person = await test.identity({ roleId: 4, departmentId: department.id });
    await expect(actions.carryOut('delete', department.id)).rejects.toMatchObject({
      code: 'unitNotEmpty',
      params: { contents: { en: '1 person', zh: '1 人' } },
    });
    await test.db.updateTable('users').set({ department_id: null }).where('id', '=', person.userId).execute();
    const gone = await actions.carryOut('delete', department.id);
    expect((await test.call(getDepartment, { params: { id: department.id } }, { as: test.admin })).status).toBe(404);
    await actions.undo('delete', department.id, gone);
    const back = await test.call(getDepartment, { params: { id: department.id } }, { as: test.admin });
    expect(back.data).toMatchObject({ name: 'Emptied', code: department.code });
  });

  it('can be disabled for new people with its subdepartments, and stays for existing ones', async () => {
    const above = await make('Closed');
    const below = await make('Below it', { parentId: above.id });
    const editor = await test.identity({ roleId: 3, pages: ['/app/system/systemAdmin'], departmentId: above.id });
    const outcome = await actions.carryOut('disable', above.id);
    expect((await actions.carryOut('disable', above.id)).state).toBe('skipped');
    const units = await test.container.services.organisation.listUnits();
    expect(units.departments.find((one) => one.id === below.id)?.disabled).toBe(true);
    expect(
      (await move((await make('New')).id, { collegeId: arts, parentId: below.id, beforeId: null, version: 1 })).failure
        .code,
    ).toBe('mergeIntoDisabled');
    expect((await test.call(listUsers, {}, { as: editor })).data.rows.map((row) => row.id)).toContain(editor.userId);
    await actions.undo('disable', above.id, outcome);
    expect(
      (await test.container.services.organisation.listUnits()).departments.find((one) => one.id === below.id)?.disabled,
    ).toBe(false);
  });
});
