import type { DataScopeName } from '@lectern/contract/data-scopes.ts';
import { accessFlag, type RoleId } from '@lectern/contract/roles.ts';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { AppError } from '../../platform/app-error.ts';
import type { Db, Executor } from '../../platform/db/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';

/** Context for work that continues without the person's session; it has the rights they have now. */
export function backgroundContext(db: Db, logger: Logger) {
  return async (userId: string, language: string): Promise<SignedInContext> => {
    const { principal, forbidden } = await getActor(db, userId, '');
    if (forbidden) throw new AppError('accountForbidden');
    return {
      principal,
      apiKey: null,
      requestId: '',
      ip: '',
      userAgent: '',
      language: language === 'zh' ? 'zh' : 'en',
      origin: '',
      idempotencyKey: undefined,
      cookies: {},
      setCookie: () => undefined,
      clearCookie: () => undefined,
      log: logger,
    };
  };
}

export type Actor = { principal: Principal; forbidden: boolean };

/**
 * The person who started an operation, with the rights they have now. The session it was started from may have ended.
 */
export async function getActor(db: Executor, userId: string, sessionId: string): Promise<Actor> {
  const row = await db
    .selectFrom('users')
    .leftJoin('departments', 'departments.id', 'users.department_id')
    .leftJoin('positions', 'positions.id', 'users.position_id')
    .select([
      'users.account',
      'users.name',
      'users.role_id',
      'users.access',
      'users.must_change_password',
      'users.department_id',
      'departments.path as department_path',
      'departments.code as department_code',
      'positions.data_scope',
      sql<string[]>`scope_departments(positions.data_scope, users.department_id)`.as('department_ids'),
      sql<string[]>`allowed_paths(users.id)`.as('permissions'),
    ])
    .where('users.id', '=', userId)
    .executeTakeFirstOrThrow();
  const principal: Principal = {
    userId,
    sessionId,
    account: row.account,
    name: row.name,
    roleId: row.role_id as RoleId,
    permissions: row.permissions,
    departmentId: row.department_id,
    departmentPath: row.department_path,
    dataScope: (row.data_scope ?? 'role') as DataScopeName,
    departmentIds: row.department_ids,
    deptCode: row.department_code,
    mustChangePassword: row.must_change_password,
  };
  return { principal, forbidden: row.access !== accessFlag.allow };
}
