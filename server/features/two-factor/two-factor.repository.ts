import { sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';

export function findFactor(db: Executor, userId: string) {
  return db
    .selectFrom('users')
    .select(['totp_secret', 'totp_last_step', 'totp_since', sql<number>`cardinality(recovery_hashes)`.as('codes_left')])
    .where('id', '=', userId)
    .executeTakeFirst();
}

type NewFactor = { secret: Buffer; step: number; recoveryHashes: Buffer[] };

export async function updateFactor(db: Executor, userId: string, factor: NewFactor): Promise<void> {
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

/** False without a second factor to replace. */
export async function updateFactorRemoved(db: Executor, userId: string): Promise<boolean> {
  const removed = await db
    .updateTable('users')
    .set({ totp_secret: null, totp_last_step: null, totp_since: null, recovery_hashes: [] })
    .where('id', '=', userId)
    .where('totp_secret', 'is not', null)
    .returning('id')
    .executeTakeFirst();
  return removed !== undefined;
}

/** False without a second factor to replace. */
export async function updateRecoveryHashes(db: Executor, userId: string, hashes: Buffer[]): Promise<boolean> {
  const updated = await db
    .updateTable('users')
    .set({ recovery_hashes: hashes })
    .where('id', '=', userId)
    .where('totp_secret', 'is not', null)
    .returning('id')
    .executeTakeFirst();
  return updated !== undefined;
}

/** Of any number of callers with one code only one gets through, and only while the secret is the one it fits. */
export async function updateStepUsed(db: Executor, userId: string, secret: Buffer, step: number): Promise<boolean> {
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

/** Takes a recovery code away; false when it is not, or no longer, one of theirs. */
export async function updateRecoveryUsed(db: Executor, userId: string, hash: Buffer): Promise<boolean> {
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
