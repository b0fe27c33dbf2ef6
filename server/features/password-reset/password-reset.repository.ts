import { sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';

export type Ask = { id: number; account: string; ip: string; asked_at: Date };

export async function insertAsk(db: Executor, ask: { account: string; ip: string }): Promise<void> {
  await db.insertInto('password_reset_asks').values(ask).execute();
}

export const isAnyAsked = sql<boolean>`exists (select from password_reset_asks)`;

/** Claims some requests by deleting them; a rollback restores them. */
export async function takeAsks(transaction: Executor, most: number): Promise<Ask[]> {
  const { rows } = await sql<Ask>`
    delete from password_reset_asks where id in (
      select id from password_reset_asks order by id limit ${most} for update skip locked) returning *`.execute(
    transaction,
  );
  return rows;
}

export type Forgetful = {
  id: string;
  name: string;
  account: string;
  email: string | null;
  department_id: string | null;
  /** False for people who sign in through another system. */
  has_password: boolean;
};

/** Finds an account that may sign in. */
export async function findForgetful(db: Executor, account: string): Promise<Forgetful | undefined> {
  const { rows } = await sql<Forgetful>`
    select id, name, account, email, department_id, password_hash is not null as has_password
    from users where lower(account) = ${account} and access = 0`.execute(db);
  return rows[0];
}

export async function countResetsSince(db: Executor, userId: string, minutes: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from password_resets
    where user_id = ${userId} and created_at > now() - ${minutes} * interval '1 minute'`.execute(db);
  return rows[0]?.count ?? 0;
}

export async function insertReset(
  db: Executor,
  reset: { tokenHash: Buffer; userId: string; minutes: number },
): Promise<void> {
  await sql`insert into password_resets (token_hash, user_id, expires_at)
    values (${reset.tokenHash}, ${reset.userId}, now() + ${reset.minutes} * interval '1 minute')`.execute(db);
}

/** Uses a link once and invalidates all others of that person. Returns undefined when it is used or expired. */
export async function takeReset(transaction: Executor, tokenHash: Buffer): Promise<string | undefined> {
  const { rows } = await sql<{ user_id: string }>`
    update password_resets set used_at = now() from users
    where token_hash = ${tokenHash} and used_at is null and expires_at > now() and users.id = user_id and users.access = 0
    returning user_id`.execute(transaction);
  const userId = rows[0]?.user_id;
  if (userId) {
    await sql`update password_resets set used_at = now() where user_id = ${userId} and used_at is null`.execute(
      transaction,
    );
  }
  return userId;
}

/** The person of a valid link, for checking the new password before the link is used up. */
export async function findReset(db: Executor, tokenHash: Buffer): Promise<{ account: string } | undefined> {
  const { rows } = await sql<{ account: string }>`
    select users.account from password_resets join users on users.id = user_id
    where token_hash = ${tokenHash} and used_at is null and expires_at > now() and users.access = 0`.execute(db);
  return rows[0];
}

export async function deleteOldResets(db: Executor): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from password_resets where created_at < now() - interval '30 days'`.execute(db);
  return Number(numAffectedRows ?? 0);
}
