import type { FastifyInstance } from 'fastify';
import type { PasswordHasher } from '../features/auth/password-hasher.ts';
import type { Db } from '../platform/db/database.ts';
import { newId } from '../platform/new-id.ts';
import { createTestDatabase } from './postgres.ts';
import { openTestApplication, testPassword } from './test-app.ts';

export const ownPassword = testPassword;
/** Hashed once, because most people in tests have the same password. */
let ownHash: Promise<string> | undefined;

export type NewPerson = {
  account?: string;
  roleId?: number;
  access?: number;
  password?: string | null;
  mustChangePassword?: boolean;
  departmentId?: string;
  positionId?: string;
  wecomUserId?: string;
};

export class SignInRig {
  readonly app: FastifyInstance;
  readonly db: Db;
  readonly databaseUrl: string;
  readonly logLines: string[];
  readonly hasher: PasswordHasher;
  readonly close: () => Promise<void>;

  constructor(parts: Pick<SignInRig, 'app' | 'db' | 'databaseUrl' | 'logLines' | 'hasher' | 'close'>) {
    this.app = parts.app;
    this.db = parts.db;
    this.databaseUrl = parts.databaseUrl;
    this.logLines = parts.logLines;
    this.hasher = parts.hasher;
    this.close = parts.close;
  }

  async person(wanted: NewPerson = {}): Promise<{ id: string; account: string }> {
    const id = newId();
    const account = wanted.account ?? `person-${id.slice(-12)}`;
    ownHash ??= this.hasher.hash(ownPassword);
    const hash =
      wanted.password === undefined ? await ownHash : wanted.password && (await this.hasher.hash(wanted.password));
    await this.db
      .insertInto('users')
      .values({
        id,
        account,
        name: `Name of ${account}`,
        role_id: wanted.roleId ?? 4,
        access: wanted.access ?? 0,
        password_hash: hash,
        must_change_password: wanted.mustChangePassword ?? false,
        department_id: wanted.departmentId ?? null,
        position_id: wanted.positionId ?? null,
        wecom_user_id: wanted.wecomUserId ?? null,
      })
      .execute();
    return { id, account };
  }
}

/** The real application without any users. Given the database of an earlier one, it acts as that one restarted. */
export async function startSignInRig(
  given: { databaseUrl?: string; env?: Record<string, string> } = {},
): Promise<SignInRig> {
  const databaseUrl = given.databaseUrl ?? (await createTestDatabase()).databaseUrl;
  const opened = await openTestApplication(databaseUrl, { TIME_ZONE: 'Asia/Shanghai', ...given.env });
  return new SignInRig({ ...opened, hasher: opened.container.services.hasher });
}
