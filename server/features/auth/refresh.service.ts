import { refreshRaceMs } from '@lectern/contract/constants.ts';
import type { SessionTokens } from '@lectern/contract/features/auth.ts';
import { insertActivity } from '../../platform/activity/record-activity.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Db, Executor } from '../../platform/db/database.ts';
import type { RequestContext } from '../../platform/http/request-context.ts';
import { sessionCookie } from '../../platform/http/session-cookies.ts';
import { hashSecretToken, newSecretToken } from '../../platform/secret-token.ts';
import { updateSessionExpiry } from './session.repository.ts';
import { issueTokens, type SessionService, sessionLifetimeMs } from './session.service.ts';
import {
  deleteTokens,
  findUsedRefresh,
  insertTokens,
  updateCookieExpiry,
  updateRefreshUsed,
} from './token.repository.ts';

/** Exchanges refresh tokens; each can be used once. */
export class RefreshService {
  readonly #db: Db;
  readonly #sessions: SessionService;

  constructor(db: Db, sessions: SessionService) {
    this.#db = db;
    this.#sessions = sessions;
  }

  async refresh(context: RequestContext, refreshToken: string): Promise<SessionTokens> {
    const hash = hashSecretToken(refreshToken);
    const renewed = await this.#db.transaction().execute(async (transaction) => {
      const used = await updateRefreshUsed(transaction, hash);
      if (!used) return undefined;
      if (used.ended) throw new AppError('sessionEnded');
      if (used.expired) throw new AppError('expiredToken');
      await updateSessionExpiry(transaction, used.session_id, sessionLifetimeMs);
      const kept = await this.#keepCookie(transaction, used.session_id, context.cookies[sessionCookie]);
      const cookie = kept ?? newSecretToken();
      const tokens = await issueTokens(
        (rows) => insertTokens(transaction, used.session_id, rows),
        used,
        kept ? undefined : cookie,
      );
      return { tokens, cookie };
    });
    if (!renewed) return this.#refuse(context, hash);
    this.#sessions.giveCookie(context, renewed.cookie);
    return renewed.tokens;
  }

  /** Keeps the same cookie because requests in progress still use it. */
  async #keepCookie(transaction: Executor, sessionId: string, shown: string | undefined): Promise<string | undefined> {
    if (shown && (await updateCookieExpiry(transaction, sessionId, hashSecretToken(shown), sessionLifetimeMs))) {
      return shown;
    }
    await deleteTokens(transaction, sessionId, 'cookie', undefined);
    return undefined;
  }

  /**
   * Two windows may refresh at the same moment, and the slower one retries. A token reused later was copied; the
   * server can't tell who owns it, so it ends the session.
   */
  async #refuse(context: RequestContext, hash: Buffer): Promise<never> {
    const used = await findUsedRefresh(this.#db, hash, refreshRaceMs);
    if (!used) throw new AppError('unknownToken');
    if (used.ended) throw new AppError('sessionEnded');
    if (used.just_used) throw new AppError('refreshRaced');
    await this.#db.transaction().execute(async (transaction) => {
      const which = { userId: used.user_id, only: used.session_id };
      const ended = await this.#sessions.end(transaction, which, 'refreshReused');
      if (ended.length === 0) return;
      await insertActivity(transaction, {
        action: 'auth.refreshTokenReused',
        objectType: 'session',
        objectId: used.session_id,
        after: { userId: used.user_id },
        actorId: null,
        ip: context.ip,
        requestId: context.requestId,
      });
    });
    context.log.warn({ userId: used.user_id, sessionId: used.session_id }, 'refresh token reused');
    throw new AppError('sessionEnded');
  }
}
