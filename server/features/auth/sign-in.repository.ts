import { sql } from 'kysely';
import { activityInsert } from '../../platform/activity/record-activity.ts';
import type { Executor } from '../../platform/db/database.ts';
import { signInUpdate } from '../user/public.ts';
import type { NewSession, NewToken } from './token.repository.ts';

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

/** Returns false when another call has already used it. */
export async function deleteChallenge(db: Executor, hash: Buffer): Promise<boolean> {
  const deleted = await db
    .deleteFrom('sign_in_challenges')
    .where('hash', '=', hash)
    .returning('user_id')
    .executeTakeFirst();
  return deleted !== undefined;
}

type NewEntry = {
  session: NewSession;
  tokens: readonly NewToken[];
  /** The hash of the verified password, or 'vendor' if WeCom or single sign-on vouched for the person. */
  proof: { passwordHash: string | null } | 'vendor';
  /** The browser's mark if it has signed in to this account before. */
  knownDevice: Buffer | undefined;
  activity: { action: string; after: Record<string, unknown>; requestId: string };
};

/**
 * Records the sign-in and opens the session with tokens and activity in one statement. Writes nothing if the account
 * was blocked or the verified password changed since; locks the person's row so that ending all sessions includes this
 * one. Returns when the access token expires.
 */
export async function insertEntry(db: Executor, entry: NewEntry): Promise<Date | undefined> {
  const { session, tokens, proof, knownDevice, activity } = entry;
  const unchanged =
    proof === 'vendor' ? sql`true` : sql`password_hash is not distinct from ${proof.passwordHash}::text`;
  const { rows } = await sql<{ kind: string; expires_at: Date }>`
    with person as (
      ${signInUpdate(session.userId, unchanged)}
    ), opened as (
      insert into sessions (id, user_id, user_agent, ip, expires_at)
      select ${session.id}::uuid, person.id, ${session.userAgent}, ${session.ip},
        now() + ${session.lifetimeMs}::float8 * interval '1 millisecond'
      from person
      returning id
    ), seen as (
      update user_devices set last_seen_at = now() from person
      where user_devices.user_id = person.id and user_devices.hash = ${knownDevice ?? Buffer.alloc(0)}
    ), noted as (
      ${activityInsert(sql`select id from person`, {
        ...activity,
        objectType: 'session',
        objectId: session.id,
        ip: session.ip,
      })}
    )
    insert into session_tokens (hash, session_id, kind, expires_at)
    select token.hash, opened.id, token.kind, now() + token.lifetime * interval '1 millisecond'
    from opened, unnest(
      ${tokens.map((token) => token.hash)}::bytea[],
      ${tokens.map((token) => token.kind)}::text[],
      ${tokens.map((token) => token.lifetimeMs)}::float8[]
    ) token (hash, kind, lifetime)
    returning kind, expires_at`.execute(db);
  return rows.find((row) => row.kind === 'access')?.expires_at;
}
