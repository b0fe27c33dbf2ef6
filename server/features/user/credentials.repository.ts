import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';

/**
 * SQL that records a sign-in, locks the person's row and returns their id; no row if the account is blocked or
 * `unchanged` no longer holds. Use it in the statement that opens the session.
 */
export function signInUpdate(userId: string, unchanged: RawBuilder<unknown>): RawBuilder<{ id: string }> {
  return sql`update users set last_sign_in_at = now()
    where id = ${userId} and access = 0 and ${unchanged} returning id`;
}

/** Sets or clears the password; the time closes earlier password reset requests. */
const passwordOf = (hash: string | null) => ({ password_hash: hash, password_set_at: sql<Date>`clock_timestamp()` });

/** A password only its owner knows, or none. */
const ownPassword = (hash: string | null) => ({
  ...passwordOf(hash),
  must_change_password: false,
  one_time_password_until: null,
  updated_at: sql<Date>`now()`,
});

/** False when another request changed the password first. */
export async function changePassword(
  db: Executor,
  change: { userId: string; from: string | null; to: string },
): Promise<boolean> {
  const updated = await db
    .updateTable('users')
    .set(ownPassword(change.to))
    .where('id', '=', change.userId)
    .where('password_hash', 'is not distinct from', change.from)
    .returning('id')
    .executeTakeFirst();
  return updated !== undefined;
}

/** Only clears the password while it is a one-time password. */
export async function dropOneTimePassword(db: Executor, userId: string): Promise<void> {
  await db
    .updateTable('users')
    .set(ownPassword(null))
    .where('id', '=', userId)
    .where('must_change_password', '=', true)
    .execute();
}

/** Sets a password its owner chose after proving their identity in another way. */
export async function choosePassword(db: Executor, change: { userId: string; to: string }): Promise<void> {
  await db.updateTable('users').set(ownPassword(change.to)).where('id', '=', change.userId).execute();
}

/** Sets a one-time password, which expires and must be changed at the first sign-in. */
export async function issueOneTimePassword(
  db: Executor,
  change: { userId: string; to: string; validDays: number },
): Promise<void> {
  await db
    .updateTable('users')
    .set({
      ...passwordOf(change.to),
      must_change_password: true,
      one_time_password_until: sql`now() + ${change.validDays} * interval '1 day'`,
      updated_at: sql`now()`,
    })
    .where('id', '=', change.userId)
    .execute();
}

export function findSecondFactor(db: Executor, userId: string) {
  return db
    .selectFrom('users')
    .select(['totp_secret', 'totp_last_step', 'totp_since', sql<number>`cardinality(recovery_hashes)`.as('codes_left')])
    .where('id', '=', userId)
    .executeTakeFirst();
}

type NewFactor = { secret: Buffer; step: number; recoveryHashes: Buffer[] };

export async function enableSecondFactor(db: Executor, userId: string, factor: NewFactor): Promise<void> {
  await db
    .updateTable('users')
    .set({
      totp_secret: factor.secret,
      totp_last_step: factor.step,
      totp_since: sql`now()`,
      recovery_hashes: factor.recoveryHashes,
    })
    .where('id', '=', userId)
    .execute();
}

/** False when there is no second factor to remove. */
export async function removeSecondFactor(db: Executor, userId: string): Promise<boolean> {
  const removed = await db
    .updateTable('users')
    .set({ totp_secret: null, totp_last_step: null, totp_since: null, recovery_hashes: [] })
    .where('id', '=', userId)
    .where('totp_secret', 'is not', null)
    .returning('id')
    .executeTakeFirst();
  return removed !== undefined;
}

/** False when there is no second factor. */
export async function replaceRecoveryCodes(db: Executor, userId: string, hashes: Buffer[]): Promise<boolean> {
  const updated = await db
    .updateTable('users')
    .set({ recovery_hashes: hashes })
    .where('id', '=', userId)
    .where('totp_secret', 'is not', null)
    .returning('id')
    .executeTakeFirst();
  return updated !== undefined;
}

/** Only one of several concurrent uses of a code succeeds, and only while the secret is unchanged. */
export async function markTotpStepUsed(db: Executor, userId: string, secret: Buffer, step: number): Promise<boolean> {
  const used = await db
    .updateTable('users')
    .set({ totp_last_step: step })
    .where('id', '=', userId)
    .where('totp_secret', '=', secret)
    .where((where) => where.or([where('totp_last_step', 'is', null), where('totp_last_step', '<', step)]))
    .returning('id')
    .executeTakeFirst();
  return used !== undefined;
}

/** Uses up a recovery code; false when it isn't one of theirs or was used before. */
export async function useRecoveryCode(db: Executor, userId: string, hash: Buffer): Promise<boolean> {
  const used = await db
    .updateTable('users')
    .set({ recovery_hashes: sql`array_remove(recovery_hashes, ${hash}::bytea)` })
    .where('id', '=', userId)
    .where('totp_secret', 'is not', null)
    .where(sql<boolean>`${hash}::bytea = any (recovery_hashes)`)
    .returning('id')
    .executeTakeFirst();
  return used !== undefined;
}
