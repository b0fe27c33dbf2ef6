import type { RoleId } from '@lectern/contract/roles.ts';
import type { Executor } from '../../platform/db/database.ts';

export type NewCollege = { id: string; code: string; name: string };
export type NewDepartment = {
  id: string;
  collegeId: string;
  parentId: string | null;
  code: string;
  name: string;
  path: string;
};
export type NewPosition = { id: string; name: string; roleId: RoleId };

export async function insertCollege(db: Executor, college: NewCollege): Promise<void> {
  await db.insertInto('colleges').values(college).execute();
}

export function findDepartment(db: Executor, id: string) {
  return db.selectFrom('departments').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function insertDepartment(db: Executor, department: NewDepartment): Promise<void> {
  await db
    .insertInto('departments')
    .values({
      id: department.id,
      college_id: department.collegeId,
      parent_id: department.parentId,
      code: department.code,
      name: department.name,
      path: department.path,
    })
    .execute();
}

export async function insertPosition(db: Executor, position: NewPosition): Promise<void> {
  await db.insertInto('positions').values({ id: position.id, name: position.name, role_id: position.roleId }).execute();
}

export async function listUnitRows(db: Executor) {
  const [colleges, departments, positions] = await Promise.all([
    db.selectFrom('colleges').select(['id', 'name', 'code']).orderBy('name').orderBy('id').execute(),
    db
      .selectFrom('departments')
      .select(['id', 'name', 'code', 'parent_id', 'college_id'])
      .orderBy('name')
      .orderBy('id')
      .execute(),
    db.selectFrom('positions').select(['id', 'name', 'role_id']).orderBy('name').orderBy('id').execute(),
  ]);
  return { colleges, departments, positions };
}
