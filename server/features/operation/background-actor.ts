import type { Language } from '@lectern/contract/language.ts';
import type { Logger } from 'pino';
import { AppError } from '../../platform/app-error.ts';
import { authorise } from '../../platform/http/authorise.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { accessOf, type OperationAction } from '../../platform/operation/operation-action.ts';
import type { Actor } from './actor.repository.ts';
import type { Operation } from './operation.repository.ts';

/** The request that asked for the operation, as far as it lives on. There is no browser to give cookies to. */
export function actorContext(operation: Operation, principal: Principal, logger: Logger): SignedInContext {
  return {
    principal,
    apiKey: null,
    requestId: operation.request_id,
    ip: operation.ip,
    userAgent: '',
    language: operation.language as Language,
    origin: operation.origin,
    idempotencyKey: undefined,
    cookies: {},
    setCookie: () => undefined,
    clearCookie: () => undefined,
    log: logger,
  };
}

/** Why this person may not go on with it, or nothing. */
export function judgeActor(actor: Actor, action: OperationAction | undefined): AppError | undefined {
  if (!action) return new AppError('gone');
  if (actor.forbidden) return new AppError('accountForbidden');
  try {
    authorise({ access: accessOf(action) }, actor.principal);
    return undefined;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}
