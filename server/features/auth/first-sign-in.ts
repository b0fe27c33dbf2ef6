import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../../platform/config/config.ts';
import type { Db } from '../../platform/db/database.ts';
import { findAccount } from './account.repository.ts';
import { ensureFirstAdministrator, type FirstCredentials } from './first-administrator.ts';
import type { PasswordHasher } from './password-hasher.ts';

type Dependencies = { db: Db; hasher: PasswordHasher; config: Pick<Config, 'dataDir' | 'adminPassword'> };

/**
 * Makes sure that somebody can sign in, and tells how. A generated password is kept in the data directory, for its
 * owner's eyes only, until it is changed: who missed the first start's output must not be locked out.
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
