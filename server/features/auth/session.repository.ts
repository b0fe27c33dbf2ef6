import { sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';
import { deleteOutdated, type MaintenanceStep } from '../../platform/maintenance-step.ts';

export type TokenKind = 'access' | 'refresh' | 'cookie';

export type TokenHolder = {
  kind: TokenKind;
  token_expired: boolean;
  session_id: string;
  session_ended: boolean;
  session_expired: boolean;
  seen_lately: boolean;
  user_id: string;
  account: string;
  name: string;
  role_id: number;
  forbidden: boolean;
  must_change_password: boolean;
  department_id: string | null;
  department_path: string | null;
  department_code: string | null;
  data_scope: string;
  department_ids: string[];
  permissions: string[];
  /** The real holder of the token during View as; null otherwise. */
  viewer_id: string | null;
  viewer_name: string | null;
  viewing_since: Date | null;
};

export async function findTokenHolder(db: Executor, hash: Buffer): Promise<TokenHolder | undefined> {
  const { rows } = await sql<TokenHolder>`
    select holder.*, coalesce(positions.data_scope, 'role') as data_scope,
      scope_departments(positions.data_scope, holder.department_id) as department_ids
    from token_holder(${hash}) holder
    left join users on users.id = holder.user_id
    left join positions on positions.id = users.position_id`.execute(db);
  return rows[0];
}

const inFuture = (lifetimeMs: number) => sql<Date>`now() + ${lifetimeMs} * interval '1 millisecond'`;

export async function updateSessionExpiry(db: Executor, sessionId: string, lifetimeMs: number): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ expires_at: inFuture(lifetimeMs), last_seen_at: sql`now()` })
    .where('id', '=', sessionId)
    .execute();
}

/** Writes at most once a minute. */
export async function updateLastSeen(db: Executor, sessionId: string): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ last_seen_at: sql`now()` })
    .where('id', '=', sessionId)
    .where('last_seen_at', '<=', sql<Date>`now() - interval '1 minute'`)
    .execute();
}

export async function listLiveSessions(db: Executor, userId: string) {
  return db
    .selectFrom('sessions')
    .select(['id', 'user_agent', 'ip', 'created_at', 'last_seen_at'])
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

export type LiveSession = Awaited<ReturnType<typeof listLiveSessions>>[number];

export type EndWhich = { userId: string; only?: string; except?: string };

/** Ends all sessions of a person, one of them, or all but one; returns their ids. */
export async function updateSessionsEnded(db: Executor, which: EndWhich, reason: string): Promise<string[]> {
  const ended = await db
    .updateTable('sessions')
    .set({ ended_at: sql`now()`, end_reason: reason })
    .where('user_id', '=', which.userId)
    .where('ended_at', 'is', null)
    .$if(which.only !== undefined, (query) => query.where('id', '=', which.only ?? ''))
    .$if(which.except !== undefined, (query) => query.where('id', '!=', which.except ?? ''))
    .returning('id')
    .execute();
  return ended.map((session) => session.id);
}

/** How long sessions, tokens and sign-ins are kept. */
export const sessionMaintenance: readonly MaintenanceStep[] = [
  deleteOutdated({
    what: 'sessions ended more than 30 days ago',
    table: sql`sessions`,
    where: sql`coalesce(ended_at, expires_at) < now() - interval '30 days'`,
  }),
  // Used refresh tokens stay as long as their session, to detect reuse of a stolen one.
  deleteOutdated({
    what: 'access tokens expired more than a day ago',
    table: sql`session_tokens`,
    where: sql`kind <> 'refresh' and expires_at < now() - interval '1 day'`,
  }),
  deleteOutdated({
    what: 'unfinished two-factor logins',
    table: sql`sign_in_challenges`,
    where: sql`expires_at < now()`,
  }),
];
