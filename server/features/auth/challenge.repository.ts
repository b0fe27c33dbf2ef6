import { sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';

type NewChallenge = {
  hash: Buffer;
  userId: string;
  proof: Buffer | null;
  vouchedBy: 'wecom' | 'oidc' | null;
  lifetimeMs: number;
};

export async function insertChallenge(db: Executor, challenge: NewChallenge): Promise<Date> {
  const { expires_at } = await db
    .insertInto('sign_in_challenges')
    .values({
      hash: challenge.hash,
      user_id: challenge.userId,
      proof: challenge.proof,
      vouched_by: challenge.vouchedBy,
      expires_at: sql`now() + ${challenge.lifetimeMs} * interval '1 millisecond'`,
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow();
  return expires_at;
}

export function findChallenge(db: Executor, hash: Buffer) {
  return db
    .selectFrom('sign_in_challenges')
    .select(['user_id', 'proof', 'vouched_by'])
    .where('hash', '=', hash)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
}

/** False when another call has used it meanwhile. */
export async function deleteChallenge(db: Executor, hash: Buffer): Promise<boolean> {
  const deleted = await db
    .deleteFrom('sign_in_challenges')
    .where('hash', '=', hash)
    .returning('user_id')
    .executeTakeFirst();
  return deleted !== undefined;
}
