import { accessTokenLifetimeMs, refreshTokenLifetimeMs } from '@lectern/contract/constants.ts';
import type { SessionRow, SessionTokens } from '@lectern/contract/features/auth.ts';
import { recordActivity } from '../../platform/activity/record-activity.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Db, Executor } from '../../platform/db/database.ts';
import type { EventPublisher } from '../../platform/events/event-publisher.ts';
import type { Authenticate, Principal } from '../../platform/http/principal.ts';
import type { RequestContext, SignedInContext } from '../../platform/http/request-context.ts';
import { sessionCookie } from '../../platform/http/session-cookies.ts';
import { newId } from '../../platform/new-id.ts';
import { hashSecretToken, newSecretToken } from '../../platform/secret-token.ts';
import type { PrincipalCache } from './principal-cache.ts';
import { presentPrincipal, presentSession } from './session.presenter.ts';
import {
  type EndWhich,
  findTokenHolder,
  listLiveSessions,
  updateLastSeen,
  updateSessionsEnded,
} from './session.repository.ts';
import { deleteTokens, insertTokens, type NewSession, type NewToken } from './token.repository.ts';

type EndReason =
  | 'signedOut'
  | 'revoked'
  | 'forcedOut'
  | 'passwordChanged'
  | 'passwordReset'
  | 'forbidden'
  | 'refreshReused';

const kindOfCarrier = { bearer: 'access', cookie: 'cookie' } as const;

/** Sessions of signed-in people: authentication, listing and sign-out. */
export class SessionService {
  readonly #db: Db;
  readonly #publisher: EventPublisher;
  readonly #principals: Pick<PrincipalCache, 'read'>;
  readonly #beingNoted = new Set<string>();
  readonly #shownTokens = new WeakMap<Principal, Buffer>();

  constructor(db: Db, publisher: EventPublisher, principals: Pick<PrincipalCache, 'read'>) {
    this.#db = db;
    this.#publisher = publisher;
    this.#principals = principals;
  }

  /** Runs with every request, so changes apply from the next one. */
  readonly authenticate: Authenticate = async (token, carrier) => {
    const hash = hashSecretToken(token);
    const holder = await this.#principals.read(hash, () => findTokenHolder(this.#db, hash));
    if (!holder || holder.kind !== kindOfCarrier[carrier]) throw new AppError('unknownToken');
    if (holder.session_ended || holder.forbidden) throw new AppError('sessionEnded');
    if (holder.token_expired || holder.session_expired) throw new AppError('expiredToken');
    if (!holder.seen_lately) this.#noteSeen(holder.session_id);
    const principal = presentPrincipal(holder);
    this.#shownTokens.set(principal, hash);
    return principal;
  };

  /** Opens a session with new ids and tokens; `store` writes them and returns their expiry. */
  async open(
    context: RequestContext,
    person: Bearer & { id: string },
    store: (session: NewSession, tokens: readonly NewToken[]) => Promise<Date>,
  ): Promise<{ tokens: SessionTokens; cookie: string }> {
    const cookie = newSecretToken();
    const session = {
      id: newId(),
      userId: person.id,
      userAgent: context.userAgent,
      ip: context.ip,
      lifetimeMs: sessionLifetimeMs,
    };
    const tokens = await issueTokens((rows) => store(session, rows), person, cookie);
    return { tokens, cookie };
  }

  list(context: SignedInContext): Promise<SessionRow[]> {
    return this.listOf(context, context.principal.userId);
  }

  /** The current session comes first. */
  async listOf(context: SignedInContext, userId: string): Promise<SessionRow[]> {
    const { sessionId } = context.principal;
    const rows = (await listLiveSessions(this.#db, userId)).map((session) =>
      presentSession(session, sessionId, context.language),
    );
    return [...rows.filter((row) => row.current), ...rows.filter((row) => !row.current)];
  }

  async logout(context: SignedInContext): Promise<void> {
    const { userId, sessionId, viewedBy } = context.principal;
    // Signing out during View as ends the viewer's own session.
    await this.#end(context, { userId: viewedBy?.id ?? userId, only: sessionId }, 'signedOut');
    context.clearCookie(sessionCookie);
  }

  /** Other people's sessions count as not found. */
  async revoke(context: SignedInContext, sessionId: string): Promise<void> {
    const ended = await this.#end(context, { userId: context.principal.userId, only: sessionId }, 'revoked');
    if (ended === 0) throw new AppError('notFound');
  }

  async revokeOthers(context: SignedInContext): Promise<number> {
    const { userId, sessionId } = context.principal;
    return this.#end(context, { userId, except: sessionId }, 'revoked');
  }

  /** For blocking a person or resetting a password: call inside that transaction, after the change. */
  async endAllOf(transaction: Executor, userId: string, reason: EndReason): Promise<number> {
    return (await this.end(transaction, { userId }, reason)).length;
  }

  /**
   * Keeps only this session with its current access token and refresh token; all other tokens end. Returns the new
   * cookie value.
   */
  async keepOnlyThis(transaction: Executor, principal: Principal): Promise<string> {
    const { userId, sessionId } = principal;
    await this.end(transaction, { userId, except: sessionId }, 'passwordChanged');
    const shown = this.#shownTokens.get(principal);
    if (shown) await deleteTokens(transaction, sessionId, 'access', shown);
    await deleteTokens(transaction, sessionId, 'cookie', undefined);
    const cookie = newSecretToken();
    await insertTokens(transaction, sessionId, [
      { hash: hashSecretToken(cookie), kind: 'cookie', lifetimeMs: sessionLifetimeMs },
    ]);
    return cookie;
  }

  giveCookie(context: RequestContext, cookie: string): void {
    context.setCookie(sessionCookie, cookie, { maxAgeSeconds: sessionLifetimeMs / 1000 });
  }

  /** Notifies open windows, which reload the current user. */
  async end(transaction: Executor, which: EndWhich, reason: EndReason): Promise<string[]> {
    const ended = await updateSessionsEnded(transaction, which, reason);
    if (ended.length > 0) await this.#publisher.publish(transaction, which.userId, { topic: 'permissions' });
    return ended;
  }

  async #end(context: SignedInContext, which: EndWhich, reason: EndReason): Promise<number> {
    return this.#db.transaction().execute(async (transaction) => {
      const ended = await this.end(transaction, which, reason);
      for (const sessionId of ended) {
        await recordActivity(transaction, context, {
          action: reason === 'signedOut' ? 'auth.signedOut' : 'auth.sessionRevoked',
          objectType: 'session',
          objectId: sessionId,
        });
      }
      return ended.length;
    });
  }

  /** The request doesn't wait for this; if it fails, a later request tries again. */
  #noteSeen(sessionId: string): void {
    if (this.#beingNoted.has(sessionId)) return;
    this.#beingNoted.add(sessionId);
    updateLastSeen(this.#db, sessionId)
      .catch(() => undefined)
      .finally(() => this.#beingNoted.delete(sessionId));
  }
}

/** A session and its cookie live as long as the newest refresh token. */
export const sessionLifetimeMs = refreshTokenLifetimeMs;

/** What clients learn about the person along with the tokens. */
type Bearer = { role_id: number; must_change_password: boolean; department_code: string | null };

/** Stores the token hashes and returns when the access token expires. */
type Store = (tokens: readonly NewToken[]) => Promise<Date>;

/** Issues an access and a refresh token, and a cookie token when `cookie` is given. */
export async function issueTokens(store: Store, bearer: Bearer, cookie?: string): Promise<SessionTokens> {
  const token = newSecretToken();
  const refreshToken = newSecretToken();
  const expiresAt = await store([
    { hash: hashSecretToken(token), kind: 'access', lifetimeMs: accessTokenLifetimeMs },
    { hash: hashSecretToken(refreshToken), kind: 'refresh', lifetimeMs: refreshTokenLifetimeMs },
    ...(cookie ? [{ hash: hashSecretToken(cookie), kind: 'cookie' as const, lifetimeMs: sessionLifetimeMs }] : []),
  ]);
  return {
    token,
    refreshToken,
    roleId: bearer.role_id,
    deptCode: bearer.department_code,
    expiresAt: expiresAt.toISOString(),
    mustChangePassword: bearer.must_change_password,
  };
}
