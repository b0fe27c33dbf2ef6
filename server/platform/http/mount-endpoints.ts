import { createHash } from 'node:crypto';
import { apiBase } from '@lectern/contract/constants.ts';
import type { Endpoint } from '@lectern/contract/endpoint.ts';
import { languageOf } from '@lectern/contract/language.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../app-error.ts';
import type { Config } from '../config/config.ts';
import { messagesIn } from '../messages.ts';
import { callerOf } from './address-network.ts';
import { authorise } from './authorise.ts';
import type { EndpointRegistry, Registered } from './endpoint-registry.ts';
import { malformed } from './failure.ts';
import type { Idempotency, StoredAnswer } from './idempotency.ts';
import type { AuthenticateKey, CountKeyCall, KeyHolder } from './key-holder.ts';
import { parseInput } from './parse-input.ts';
import type { Authenticate } from './principal.ts';
import { type RateLimiter, tooMany } from './rate-limiter.ts';
import type { RequestContext, SignedInContext } from './request-context.ts';
import { sessionCookie } from './session-cookies.ts';

type ContextOptions = { publicOrigin: string | undefined; secureCookies: boolean };

const idempotencyKeyPattern = /^[\x21-\x7e]{1,200}$/;

/** Builds what handlers may know about a request; the principal is filled in once the token is verified. */
function buildContext(request: FastifyRequest, reply: FastifyReply, options: ContextOptions): RequestContext {
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

/** Cache of the last origin: browsers nearly always use the same host. */
let lastOrigin = { given: '', origin: '' };

function ownOrigin(request: FastifyRequest, publicOrigin: string | undefined): string {
  if (publicOrigin) return publicOrigin;
  const given = `${request.protocol}://${request.host}`;
  if (given === lastOrigin.given) return lastOrigin.origin;
  try {
    // Drops the scheme's default port, as browsers do.
    const { origin } = new URL(given);
    lastOrigin = { given, origin };
    return origin;
  } catch {
    throw malformed('host');
  }
}

function bearerToken(request: FastifyRequest): string | undefined {
  const [scheme, token, ...rest] = (request.headers.authorization ?? '').split(' ');
  return scheme?.toLowerCase() === 'bearer' && token && rest.length === 0 ? token : undefined;
}

/**
 * Uses the origin headers that browsers send: pages of another origin can neither change data nor read with the cookie
 * that the browser adds automatically.
 */
function refuseCrossOrigin(request: FastifyRequest, origin: string, carrier: 'bearer' | 'cookie'): void {
  const { origin: from, 'sec-fetch-site': site } = request.headers;
  const foreignOrigin = from !== undefined && from !== origin;
  const foreignSite = carrier === 'cookie' && site !== undefined && site !== 'same-origin' && site !== 'none';
  if (foreignSite || (foreignOrigin && request.method !== 'GET')) throw new AppError('crossOrigin');
}

/**
 * Only the site itself may cache, and it must revalidate every time, so unpublished content is gone with the next
 * request.
 */
const alwaysAsked = { 'cache-control': 'private, max-age=0, must-revalidate', vary: 'Authorization, Accept-Encoding' };

/**
 * Sends the response with an ETag of its content, or 304 if the site already has it. Nothing is cached on the server.
 */
function answerIfChanged(request: FastifyRequest, reply: FastifyReply, answer: StoredAnswer): FastifyReply {
  const body = JSON.stringify(answer.body);
  const etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
  reply.headers({ ...alwaysAsked, etag });
  if (isKnown(request.headers['if-none-match'], etag)) return reply.code(304).send();
  return reply.code(answer.httpStatus).type('application/json; charset=utf-8').send(body);
}

/** Weak comparison, as for reads. `*` never matches, because a 304 would reveal that something exists. */
function isKnown(match: string | undefined, etag: string): boolean {
  return match?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag.slice(2)) ?? false;
}

export type EndpointServices = {
  config: Pick<Config, 'publicOrigin'>;
  registry: EndpointRegistry;
  authenticate: Authenticate;
  authenticateKey: AuthenticateKey;
  countKeyCall: CountKeyCall;
  rateLimiter: RateLimiter;
  idempotency: Idempotency;
  /** Validates our own responses too; on in tests, where a leak or a wrong shape must fail. */
  checkAnswers: boolean;
};

const contexts = new WeakMap<FastifyRequest, RequestContext>();

export function contextOf(request: FastifyRequest): RequestContext | undefined {
  return contexts.get(request);
}

export function pathOf(endpoint: Endpoint): string {
  const path = endpoint.unprefixed ? endpoint.path : `${apiBase}${endpoint.path}`;
  return path.replace(/\{(\w+)\}/g, ':$1');
}

/** Mounts every registered endpoint as an HTTP route. Access is checked before the body is read. */
export function mountEndpoints(app: FastifyInstance, services: EndpointServices): void {
  const all = services.registry.all();
  for (const registered of all.filter(({ endpoint }) => endpoint.bodyForm === 'json')) mount(app, registered, services);
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    for (const registered of all.filter(({ endpoint }) => endpoint.bodyForm === 'bytes'))
      mount(scope, registered, services);
  });
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // Passed on as a stream without buffering; the handler reads as much as it accepts.
    scope.addContentTypeParser('application/offset+octet-stream', (_request, payload, done) => done(null, payload));
    for (const registered of all.filter(({ endpoint }) => endpoint.bodyForm === 'stream'))
      mount(scope, registered, services);
  });
}

function mount(app: FastifyInstance, registered: Registered, services: EndpointServices): void {
  const { endpoint } = registered;
  const secureCookies = services.config.publicOrigin?.startsWith('https:') ?? false;
  app.route({
    method: endpoint.method,
    url: pathOf(endpoint),
    bodyLimit: endpoint.bodyLimit,
    config: {
      access: endpoint.access,
      endpointId: endpoint.id,
      ...(endpoint.confidential && { confidential: true }),
    },
    onRequest: async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const context = buildContext(request, reply, { publicOrigin: services.config.publicOrigin, secureCookies });
      contexts.set(request, context);
      refuseCrossOrigin(request, context.origin, endpoint.carrier);
      if (endpoint.access.kind === 'apiKey') {
        const key = bearerToken(request);
        if (key) context.apiKey = await services.authenticateKey(key, context.ip);
      } else if (endpoint.access.kind !== 'open' && endpoint.access.kind !== 'signedAddress') {
        const token = endpoint.carrier === 'cookie' ? request.cookies[sessionCookie] : bearerToken(request);
        if (token) context.principal = await services.authenticate(token, endpoint.carrier);
      }
      authorise(endpoint, context.principal, context.apiKey);
      if (context.apiKey) await countCall(reply, context.apiKey, services.countKeyCall);
      if (endpoint.rateLimit) {
        const caller = context.principal?.userId ?? context.apiKey?.keyId ?? callerOf(context.ip);
        await services.rateLimiter.enforce(`${endpoint.id}:${caller}`, endpoint.rateLimit);
      }
    },
    handler: async (request, reply) => {
      const context = contexts.get(request) as RequestContext;
      const input = parseInput(endpoint, { params: request.params, query: request.query, body: request.body });
      if (registered.answer === 'stream') return registered.stream(input, context, { request, reply });
      const carryOut = async () => answerOf(registered, await registered.run(input, context), services.checkAnswers);
      const answer =
        context.idempotencyKey && context.principal && endpoint.method !== 'GET'
          ? await services.idempotency.once(
              context as SignedInContext & { idempotencyKey: string },
              { endpointId: endpoint.id, input: comparable(endpoint, input), confidential: endpoint.confidential },
              carryOut,
            )
          : await carryOut();
      if (context.apiKey && endpoint.method === 'GET') return answerIfChanged(request, reply, answer);
      return reply.code(answer.httpStatus).send(answer.body);
    },
  });
}

/** Replaces a binary body with its hash, so a 20 MB file is not serialised for comparison. */
function comparable(endpoint: Endpoint, input: { params: unknown; query: unknown; body: unknown }): unknown {
  if (endpoint.bodyForm !== 'bytes') return input;
  const hash = createHash('sha256').update(input.body as Uint8Array);
  return { ...input, body: hash.digest('hex') };
}

function answerOf(registered: Registered, output: unknown, check: boolean): StoredAnswer {
  const { endpoint } = registered;
  const payload = check ? endpoint.output.parse(output ?? null) : (output ?? null);
  // A 204 response must not have a body, and ours always has one, so it is sent as 200.
  const httpStatus = endpoint.successStatus === 204 ? 200 : endpoint.successStatus;
  return { httpStatus, body: successEnvelope(endpoint, payload) };
}

type Answered = Pick<Endpoint, 'id' | 'method' | 'successStatus' | 'answer'>;

/**
 * The text for 204 says that something was deleted; sign-out and password changes also return 204 but delete nothing.
 */
function successEnvelope(endpoint: Answered, payload: unknown) {
  const { id, method, successStatus } = endpoint;
  const deletes = method === 'DELETE' || id.endsWith('.delete');
  const message = successStatus === 204 && !deletes ? 'done' : messagesIn('en').core.statuses[successStatus];
  const head = { status: successStatus, message };
  return endpoint.answer === 'result' ? { ...head, result: payload } : { ...head, data: payload };
}

/** Counts one call of a key and sets the headers for the remaining calls and the seconds until the window resets. */
async function countCall(reply: FastifyReply, holder: KeyHolder, count: CountKeyCall): Promise<void> {
  const { allowed, left, until } = await count(holder);
  reply.headers({
    'ratelimit-limit': holder.callsPerMinute,
    'ratelimit-remaining': left,
    'ratelimit-reset': Math.max(0, Math.ceil((until.getTime() - Date.now()) / 1000)),
  });
  if (!allowed) throw tooMany('tooManyRequests', until);
}
