import { randomUUID } from 'node:crypto';
import { accessFlag } from '@lectern/contract/roles.ts';
import type { Identity, TestApp } from './test-app.ts';

export const usersPage = '/app/system/systemAdmin';

/** Departments, positions and a specialist who manages the users of one department and its subdepartment. */
export type Campus = Awaited<ReturnType<typeof buildCampus>>;

export async function buildCampus(test: TestApp) {
  const { organisation, permissionGroups } = test.container.services;
  const context = await test.context(test.admin);
  const tag = randomUUID().slice(0, 8);
  const collegeId = await organisation.createCollege(context, { code: `C-${tag}`, name: `College ${tag}` });
  const department = (name: string, parentId?: string) =>
    organisation.createDepartment(context, { collegeId, code: `${name}-${tag}`, name, ...(parentId && { parentId }) });
  const physics = await department('Physics');
  const optics = await department('Optics', physics);
  const history = await department('History');
  const closed = await department('Closed');
  await test.db.updateTable('departments').set({ disabled_at: new Date() }).where('id', '=', closed).execute();
  const position = (name: string, roleId: 1 | 2 | 3 | 4) =>
    organisation.createPosition(context, { name: `${name} ${tag}`, roleId });
  const plain = await position('Clerk', 4);
  const powerful = await position('Settings keeper', 4);
  const director = await position('Director', 2);
  const rules = { '/app/system/settings': accessFlag.allow };
  const members = [{ kind: 'position' as const, id: powerful }];
  const group = { name: `Settings ${tag}`, description: '', rules, members };
  await permissionGroups.create(context, group, { acceptClosed: true });
  const personIn = (departmentId: string, roleId: 3 | 4 = 4): Promise<Identity> =>
    test.identity({ roleId, departmentId });
  const editor = await test.identity({ roleId: 3, pages: [usersPage], departmentId: physics });
  return { physics, optics, history, closed, plain, powerful, director, unknown: randomUUID(), personIn, editor };
}
