import { listUnits } from '@lectern/contract/features/organisation.ts';
import { newSubject } from '@lectern/contract/features/subject-management.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

let test: TestApp;
let context: SignedInContext;
beforeAll(async () => {
  test = await startTestApp();
  context = await test.context(test.admin);
});
afterAll(() => test.close());

describe('the organisation', () => {
  it('keeps a department’s way from the root, so that a subtree is one prefix', async () => {
    const { organisation } = test.container.services;
    const collegeId = await organisation.createCollege(context, { code: 'A', name: 'Arts' });
    const top = await organisation.createDepartment(context, { collegeId, code: 'A1', name: 'Music' });
    const below = await organisation.createDepartment(context, {
      collegeId,
      parentId: top,
      code: 'A2',
      name: 'Strings',
    });
    const row = await test.db
      .selectFrom('departments')
      .select('path')
      .where('id', '=', below)
      .executeTakeFirstOrThrow();
    expect(row.path).toBe(`/${top}/${below}/`);
  });

  it('refuses a code that is taken, a parent that is not there, and a parent of another college', async () => {
    const { organisation } = test.container.services;
    const collegeId = await organisation.createCollege(context, { code: 'B', name: 'Biology' });
    const other = await organisation.createCollege(context, { code: 'C', name: 'Chemistry' });
    const parentId = await organisation.createDepartment(context, { collegeId, code: 'B1', name: 'Botany' });
    const department = { collegeId, code: 'B2', name: 'Zoology' };
    await expect(organisation.createCollege(context, { code: 'b', name: 'Again' })).rejects.toMatchObject({
      code: 'codeTaken',
    });
    await expect(organisation.createDepartment(context, { ...department, parentId: collegeId })).rejects.toMatchObject({
      code: 'invalidInput',
    });
    await expect(
      organisation.createDepartment(context, { ...department, collegeId: other, parentId }),
    ).rejects.toMatchObject({ code: 'invalidInput' });
  });

  it('leaves no activity when the change was refused', async () => {
    const count = () =>
      test.db
        .selectFrom('activities')
        .select((select) => select.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
    const before = await count();
    await test.container.services.organisation.createPosition(context, { name: 'Dean', roleId: 2 });
    await expect(
      test.container.services.organisation.createPosition(context, { name: 'Dean', roleId: 2 }),
    ).rejects.toThrow();
    expect((await count()).count).toBe(before.count + 1);
  });

  it('keeps subjects as a separate tree', async () => {
    const { subjects } = test.container.services;
    const create = async (subject: { parentId?: string; code: string; name: string }) =>
      (await subjects.create(context, newSubject.parse(subject))).id;
    const top = await create({ code: '07', name: 'Science' });
    const below = await create({ parentId: top, code: '0710', name: 'Biology' });
    const row = await test.db.selectFrom('subjects').selectAll().where('id', '=', below).executeTakeFirstOrThrow();
    expect(row).toMatchObject({ parent_id: top, path: `/${top}/${below}/` });
    await expect(create({ code: '07', name: 'Again' })).rejects.toMatchObject({ code: 'codeTaken' });
  });

  it('lists choices by name for anyone logged in', async () => {
    const { organisation } = test.container.services;
    const collegeId = await organisation.createCollege(context, { code: 'M', name: 'Medicine' });
    const parentId = await organisation.createDepartment(context, { collegeId, code: 'M1', name: 'Anatomy' });
    const below = { collegeId, parentId, code: 'M2', name: 'Histology' };
    const id = await organisation.createDepartment(context, below);
    const positionId = await organisation.createPosition(context, { name: 'Demonstrator', roleId: 4 });
    const reader = await test.identity({ roleId: 4, name: 'Reader' });
    const { data } = await test.call(listUnits, {}, { as: reader });
    expect(data.colleges).toContainEqual({
      id: collegeId,
      name: 'Medicine',
      code: 'M',
      parentId: null,
      disabled: false,
    });
    expect(data.departments).toContainEqual({ id, ...below, disabled: false });
    expect(data.positions).toContainEqual({ id: positionId, name: 'Demonstrator', roleId: 4, disabled: false });
  });
});
