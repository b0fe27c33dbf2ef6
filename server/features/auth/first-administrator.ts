import { sql } from 'kysely';
import { insertActivity } from '../../platform/activity/record-activity.ts';
import type { Db, Executor } from '../../platform/db/database.ts';
import { newId } from '../../platform/new-id.ts';
import { generatePassword } from '../../platform/one-time-password.ts';
import type { PasswordHasher } from './password-hasher.ts';

/** Any number nobody else uses: two first starts on one database must not make two administrators. */
const firstAdministratorLock = 7_214_990_014;

export type FirstCredentials = { account: string; password: string };

/**
 * Makes sure that somebody can sign in: creates a super administrator when there is none. A generated password is
 * long and random, and only whoever starts Lectern sees it: trying the product out needs no other step.
 */
export async function ensureFirstAdministrator(
  db: Db,
  hasher: Pick<PasswordHasher, 'hash'>,
  { password }: { password?: string | undefined } = {},
): Promise<FirstCredentials | undefined> {
  if (await hasSuperAdministrator(db)) return undefined;
  const given = password ?? generatePassword();
  const passwordHash = await hasher.hash(given);
  return db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(${firstAdministratorLock})`.execute(transaction);
    if (await hasSuperAdministrator(transaction)) return undefined;
    const account = await freeAccount(transaction);
    const id = newId();
    await transaction
      .insertInto('users')
      .values({
        id,
        account,
        name: 'Administrator',
        role_id: 1,
        password_hash: passwordHash,
        must_change_password: false,
      })
      .execute();
    await insertActivity(transaction, {
      action: 'user.created',
      objectType: 'user',
      objectId: id,
      after: { account, roleId: 1 },
      actorId: null,
      ip: null,
      requestId: null,
    });
    return { account, password: given };
  });
}

async function hasSuperAdministrator(db: Executor): Promise<boolean> {
  const found = await db.selectFrom('users').select('id').where('role_id', '=', 1).limit(1).executeTakeFirst();
  return found !== undefined;
}

/** `admin`, unless somebody with less power took that name. */
async function freeAccount(db: Executor): Promise<string> {
  const rows = await db
    .selectFrom('users')
    .select(sql<string>`lower(account)`.as('account'))
    .where(sql<string>`lower(account)`, 'like', 'admin%')
    .execute();
  const taken = new Set(rows.map((row) => row.account));
  let account = 'admin';
  for (let number = 2; taken.has(account); number += 1) account = `admin${number}`;
  return account;
}
