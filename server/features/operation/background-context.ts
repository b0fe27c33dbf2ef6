import type { Logger } from 'pino';
import { AppError } from '../../platform/app-error.ts';
import type { Db } from '../../platform/db/database.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { getActor } from './actor.repository.ts';
/** The context of work that goes on without its person: it has their rights of this moment. */
export function backgroundContext(db: Db, logger: Logger) {
  return async (userId: string, language: string): Promise<SignedInContext> => {
    const { principal, forbidden } = await getActor(db, userId, '');
    if (forbidden) throw new AppError('accountForbidden');
    return {
      principal,
      apiKey: null,
      requestId: '',
      ip: '',
      userAgent: '',
      language: language === 'zh' ? 'zh' : 'en',
      origin: '',
      idempotencyKey: undefined,
      cookies: {},
      setCookie: () => undefined,
      clearCookie: () => undefined,
      log: logger,
    };
  };
}
