import { createHash } from 'node:crypto';
import { apiBase } from '@lectern/contract/constants.ts';
import type { Endpoint } from '@lectern/contract/endpoint.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../config/config.ts';
import { callerOf } from './address-network.ts';
import { authorise } from './authorise.ts';
import { bearerToken, buildContext, refuseCrossOrigin } from './build-context.ts';
import { answerIfChanged } from './conditional-answer.ts';
import { countCall } from './count-call.ts';
import type { EndpointRegistry, Registered } from './endpoint-registry.ts';
import type { Idempotency, StoredAnswer } from './idempotency.ts';
import type { AuthenticateKey, CountKeyCall } from './key-holder.ts';
import { parseInput } from './parse-input.ts';
import type { Authenticate } from './principal.ts';
import type { RateLimiter } from './rate-limiter.ts';
import type { RequestContext, SignedInContext } from './request-context.ts';
import { sessionCookie } from './session-cookies.ts';
import { successEnvelope } from './success.ts';

export type EndpointServices = {
  config: Pick<Config, 'publicOrigin'>;
  registry: EndpointRegistry;
  authenticate: Authenticate;
  authenticateKey: AuthenticateKey;
  countKeyCall: CountKeyCall;
  rateLimiter: RateLimiter;
  idempotency: Idempotency;
  /** Judge our own answers too: on in tests, where a leak or a wrong shape must fail. */
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

/** Makes an HTTP route of every registered endpoint. Who may call is judged before a byte of the body is read. */
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
    // Handed on unread: what a handler does not take in is not kept anywhere.
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
    config: { access: endpoint.access, endpointId: endpoint.id },
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

/** Tells the same file from another by its hash: twenty megabytes are not written out to be compared. */
function comparable(endpoint: Endpoint, input: { params: unknown; query: unknown; body: unknown }): unknown {
  if (endpoint.bodyForm !== 'bytes') return input;
  const hash = createHash('sha256').update(input.body as Uint8Array);
  return { ...input, body: hash.digest('hex') };
}

function answerOf(registered: Registered, output: unknown, check: boolean): StoredAnswer {
  const { endpoint } = registered;
  const payload = check ? endpoint.output.parse(output ?? null) : (output ?? null);
  // 204 must not carry a body, and ours always does: it goes out as 200.
  const httpStatus = endpoint.successStatus === 204 ? 200 : endpoint.successStatus;
  return { httpStatus, body: successEnvelope(endpoint, payload) };
}
