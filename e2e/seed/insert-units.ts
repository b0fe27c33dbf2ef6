import type { RoleId } from '@lectern/contract/roles.ts';
import type { Db } from '../../server/platform/db/database.ts';
import { newId } from '../../server/platform/new-id.ts';

type Unit = { code: string; name: string };

/** Inserts colleges, top-level departments and positions as rows, because their pages have tests of their own. */
export async function insertCollege(db: Db, college: Unit): Promise<string> {
  const id = newId();
  await db
    .insertInto('colleges')
    .values({ id, ...college })
    .execute();
  return id;
}

export async function insertDepartment(db: Db, collegeId: string, department: Unit): Promise<string> {
  const id = newId();
  await db
    .insertInto('departments')
    .values({ id, college_id: collegeId, path: `/${id}/`, ...department })
    .execute();
  return id;
}

export async function insertPosition(db: Db, position: { name: string; roleId: RoleId }): Promise<string> {
  const id = newId();
  await db.insertInto('positions').values({ id, name: position.name, role_id: position.roleId }).execute();
  return id;
}
