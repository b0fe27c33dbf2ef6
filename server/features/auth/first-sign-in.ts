import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { insertActivity } from '../../platform/activity/record-activity.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Db, Executor } from '../../platform/db/database.ts';
import { newId } from '../../platform/new-id.ts';
import { generatePassword } from '../../platform/one-time-password.ts';
import { insertUser } from '../user/public.ts';
import { findAccount } from './account.repository.ts';
import type { PasswordHasher } from './password-hasher.ts';

type Dependencies = { db: Db; hasher: PasswordHasher; config: Pick<Config, 'dataDir' | 'adminPassword'> };

/**
 * Makes sure someone can sign in and returns the credentials. A generated password stays in the data directory,
 * readable only by its owner, until it is changed, so missing the first start's output doesn't lock anyone out.
 */
export async function prepareFirstSignIn({ db, hasher, config }: Dependencies): Promise<FirstCredentials | undefined> {
  const file = path.join(config.dataDir, 'first-sign-in.json');
  const created = await ensureFirstAdministrator(db, hasher, { password: config.adminPassword });
  if (created) {
    if (!config.adminPassword) await writeFile(file, `${JSON.stringify(created, null, 2)}\n`, { mode: 0o600 });
    return created;
  }
  const kept = await readCredentials(file);
  if (!kept) return undefined;
  const account = await findAccount(db, kept.account, undefined);
  if (account?.password_hash && (await hasher.verify(account.password_hash, kept.password))) return kept;
  await rm(file, { force: true });
  return undefined;
}

async function readCredentials(file: string): Promise<FirstCredentials | undefined> {
  try {
    const kept = JSON.parse(await readFile(file, 'utf8')) as Partial<FirstCredentials>;
    return kept.account && kept.password ? { account: kept.account, password: kept.password } : undefined;
  } catch {
    return undefined;
  }
}

/** An arbitrary lock number: two first starts on one database must not create two administrators. */
const firstAdministratorLock = 7_214_990_014;

type FirstCredentials = { account: string; password: string };

/**
 * Creates a super administrator if there is none. The generated password is long and random, and only the person who
 * starts Lectern sees it.
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
    await insertUser(transaction, {
      id,
      account,
      name: 'Administrator',
      role_id: 1,
      password_hash: passwordHash,
      must_change_password: false,
    });
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

/** `admin`, unless someone else already has that account name. */
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
