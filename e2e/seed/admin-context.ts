import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import type { Db } from '../../server/platform/db/database.ts';
import type { SignedInContext } from '../../server/platform/http/request-context.ts';

/** The request context of the first super administrator, for calling services directly. */
export async function contextOfAdmin(db: Db): Promise<SignedInContext> {
  const admin = await db
    .selectFrom('users')
    .select(['id', 'account', 'name'])
    .where('account', '=', 'admin')
    .executeTakeFirstOrThrow();
  return {
    requestId: randomUUID(),
    principal: {
      userId: admin.id,
      sessionId: randomUUID(),
      account: admin.account,
      name: admin.name,
      roleId: 1,
      permissions: [],
      departmentId: null,
      departmentPath: null,
      dataScope: 'role',
      departmentIds: [],
      deptCode: null,
      mustChangePassword: false,
    },
    apiKey: null,
    ip: '127.0.0.1',
    userAgent: 'seed',
    language: 'en',
    origin: 'http://localhost',
    idempotencyKey: undefined,
    cookies: {},
    setCookie: () => undefined,
    clearCookie: () => undefined,
    log: pino({ level: 'silent' }),
  };
}
