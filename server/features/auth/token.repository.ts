import { sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';
import type { TokenKind } from './session.repository.ts';

export type NewToken = { hash: Buffer; kind: TokenKind; lifetimeMs: number };

const inFuture = (lifetimeMs: number) => sql<Date>`now() + ${lifetimeMs} * interval '1 millisecond'`;

const rowsOf = (sessionId: string, tokens: readonly NewToken[]) =>
  tokens.map((token) => ({
    hash: token.hash,
    session_id: sessionId,
    kind: token.kind,
    expires_at: inFuture(token.lifetimeMs),
  }));

/** Returns when the access token expires. */
export async function insertTokens(db: Executor, sessionId: string, tokens: readonly NewToken[]): Promise<Date> {
  const rows = await db
    .insertInto('session_tokens')
    .values(rowsOf(sessionId, tokens))
    .returning(['kind', 'expires_at'])
    .execute();
  return accessExpiry(rows);
}

export type NewSession = { id: string; userId: string; userAgent: string; ip: string; lifetimeMs: number };

function accessExpiry(rows: { kind: string; expires_at: Date }[]): Date {
  return rows.find((row) => row.kind === 'access')?.expires_at ?? new Date(0);
}

/**
 * Marks a refresh token as used; of parallel callers only one gets the session back. The caller decides whether the
 * session may continue and rolls back otherwise.
 */
export async function updateRefreshUsed(db: Executor, hash: Buffer) {
  return db
    .updateTable('session_tokens')
    .from('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .leftJoin('departments', 'departments.id', 'users.department_id')
    .set({ used_at: sql`clock_timestamp()` })
    .whereRef('sessions.id', '=', 'session_tokens.session_id')
    .where('session_tokens.hash', '=', hash)
    .where('session_tokens.kind', '=', 'refresh')
    .where('session_tokens.used_at', 'is', null)
    .returning([
      'sessions.id as session_id',
      'users.role_id',
      'users.must_change_password',
      'departments.code as department_code',
      sql<boolean>`sessions.ended_at is not null or users.access <> 0`.as('ended'),
      sql<boolean>`session_tokens.expires_at <= now() or sessions.expires_at <= now()`.as('expired'),
    ])
    .executeTakeFirst();
}

/** Finds a refresh token that was used before; undefined if there is none. */
export async function findUsedRefresh(db: Executor, hash: Buffer, raceMs: number) {
  return db
    .selectFrom('session_tokens')
    .innerJoin('sessions', 'sessions.id', 'session_tokens.session_id')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select([
      'sessions.id as session_id',
      'sessions.user_id',
      sql<boolean>`sessions.ended_at is not null or users.access <> 0`.as('ended'),
      sql<boolean>`clock_timestamp() - used_at <= ${raceMs} * interval '1 millisecond'`.as('just_used'),
    ])
    .where('hash', '=', hash)
    .where('kind', '=', 'refresh')
    .where('used_at', 'is not', null)
    .executeTakeFirst();
}

/** Extends a cookie along with its session; false when it isn't a cookie of this session. */
export async function updateCookieExpiry(
  db: Executor,
  sessionId: string,
  hash: Buffer,
  lifetimeMs: number,
): Promise<boolean> {
  const kept = await db
    .updateTable('session_tokens')
    .set({ expires_at: inFuture(lifetimeMs) })
    .where('hash', '=', hash)
    .where('session_id', '=', sessionId)
    .where('kind', '=', 'cookie')
    .returning('kind')
    .executeTakeFirst();
  return kept !== undefined;
}

export async function deleteTokens(
  db: Executor,
  sessionId: string,
  kind: TokenKind,
  except: Buffer | undefined,
): Promise<void> {
  await db
    .deleteFrom('session_tokens')
    .where('session_id', '=', sessionId)
    .where('kind', '=', kind)
    .$if(except !== undefined, (query) => query.where('hash', '!=', except ?? Buffer.alloc(0)))
    .execute();
}
