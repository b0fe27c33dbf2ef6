import { languageOf } from '@lectern/contract/language.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../app-error.ts';
import { malformed } from './failure.ts';
import type { RequestContext } from './request-context.ts';

type ContextOptions = { publicOrigin: string | undefined; secureCookies: boolean };

const idempotencyKeyPattern = /^[\x21-\x7e]{1,200}$/;

/** Reads from a request what handlers may know; the principal is filled in once the token was judged. */
export function buildContext(request: FastifyRequest, reply: FastifyReply, options: ContextOptions): RequestContext {
  const key = request.headers['idempotency-key'];
  if (key !== undefined && (typeof key !== 'string' || !idempotencyKeyPattern.test(key))) {
    throw malformed('idempotencyKey');
  }
  return {
    requestId: request.id,
    principal: null,
    apiKey: null,
    ip: request.ip,
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 400),
    language: languageOf(request.headers['accept-language']),
    origin: ownOrigin(request, options.publicOrigin),
    idempotencyKey: key,
    cookies: request.cookies,
    setCookie: (name, value, cookie) =>
      void reply.setCookie(name, value, {
        httpOnly: true,
        sameSite: 'strict',
        secure: options.secureCookies,
        path: cookie.path ?? '/',
        maxAge: cookie.maxAgeSeconds,
      }),
    clearCookie: (name) => void reply.clearCookie(name, { path: '/' }),
    log: request.log,
  };
}

/** Browsers keep to one address: the last answer nearly always fits again. */
let lastOrigin = { given: '', origin: '' };

export function ownOrigin(request: FastifyRequest, publicOrigin: string | undefined): string {
  if (publicOrigin) return publicOrigin;
  const given = `${request.protocol}://${request.host}`;
  if (given === lastOrigin.given) return lastOrigin.origin;
  try {
    // Leaves out the port that the scheme implies, as browsers do.
    const { origin } = new URL(given);
    lastOrigin = { given, origin };
    return origin;
  } catch {
    throw malformed('host');
  }
}

export function bearerToken(request: FastifyRequest): string | undefined {
  const [scheme, token, ...rest] = (request.headers.authorization ?? '').split(' ');
  return scheme?.toLowerCase() === 'bearer' && token && rest.length === 0 ? token : undefined;
}

/**
 * Browsers say where a request comes from. A page of another origin may neither change anything here nor read with
 * the cookie that the browser adds by itself.
 */
export function refuseCrossOrigin(request: FastifyRequest, origin: string, carrier: 'bearer' | 'cookie'): void {
  const { origin: from, 'sec-fetch-site': site } = request.headers;
  const foreignOrigin = from !== undefined && from !== origin;
  const foreignSite = carrier === 'cookie' && site !== undefined && site !== 'same-origin' && site !== 'none';
  if (foreignSite || (foreignOrigin && request.method !== 'GET')) throw new AppError('crossOrigin');
}
