import { sql } from 'kysely';
import { dataScopeOf } from '../../platform/access/data-scope.ts';
import type { Executor } from '../../platform/db/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { isInScope } from '../../platform/list/meanings.ts';

/** People by account, including whether the requester may see them. */
export async function listUsersByAccount(db: Executor, principal: Principal, accounts: readonly string[]) {
  const scope = isInScope(dataScopeOf(principal), { departmentId: sql`users.department_id`, ownerId: sql`users.id` });
  return db
    .selectFrom('users')
    .leftJoin('departments', 'departments.id', 'users.department_id')
    .leftJoin('positions', 'positions.id', 'users.position_id')
    .select([
      'users.id',
      'users.account',
      'users.name',
      'users.email',
      'users.phone',
      'users.role_id',
      'users.access',
      'users.department_id',
      'departments.code as department_code',
      'users.position_id',
      'positions.name as position_name',
      'users.group_id',
      'users.version',
      sql<boolean>`coalesce(${scope}, false)`.as('in_scope'),
    ])
    .where(sql`lower(users.account)`, '=', sql`any (${[...new Set(accounts)]}::text[])`)
    .execute();
}
export type KnownUser = Awaited<ReturnType<typeof listUsersByAccount>>[number];

export async function listDepartmentsByCode(db: Executor, codes: readonly string[]) {
  if (codes.length === 0) return [];
  return db
    .selectFrom('departments')
    .select(['id', 'code', 'path'])
    .where(sql`lower(code)`, '=', sql`any (${[...new Set(codes)]}::text[])`)
    .where(sql<boolean>`is_department_in_use(id)`)
    .execute();
}

export async function listPositionsByName(db: Executor, names: readonly string[]) {
  if (names.length === 0) return [];
  return db
    .selectFrom('positions')
    .select(['id', 'name', 'role_id'])
    .where(sql`lower(name)`, '=', sql`any (${[...new Set(names)]}::text[])`)
    .where('disabled_at', 'is', null)
    .execute();
}

/** Deletes an account created by mistake; false when it was changed or used since. */
export async function deleteUnusedUser(db: Executor, id: string, version: number): Promise<boolean> {
  const deleted = await db
    .deleteFrom('users')
    .where('id', '=', id)
    .where('version', '=', version)
    .where('last_sign_in_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return deleted !== undefined;
}

export function findOwnImport(db: Executor, id: string, ownerId: string) {
  return db
    .selectFrom('imports')
    .select('id')
    .where('id', '=', id)
    .where('list', '=', 'user')
    .where('owner_id', '=', ownerId)
    .executeTakeFirst();
}

export function listImportedWithoutPassword(db: Executor, importId: string, limit: number) {
  return db
    .selectFrom('import_lines')
    .innerJoin('users', 'users.id', 'import_lines.object_id')
    .select(['users.id', 'users.account', 'users.name'])
    .where('import_lines.import_id', '=', importId)
    .where('import_lines.verdict', '=', 'new')
    .where('users.password_hash', 'is', null)
    .orderBy('import_lines.line')
    .limit(limit)
    .execute();
}

export async function hasPassword(db: Executor, id: string): Promise<boolean> {
  const user = await db.selectFrom('users').select('password_hash').where('id', '=', id).executeTakeFirst();
  return user?.password_hash != null;
}
