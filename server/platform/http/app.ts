import { randomUUID } from 'node:crypto';
import fastifyCookie from '@fastify/cookie';
import { apiBase } from '@lectern/contract/constants.ts';
import type { EndpointAccess } from '@lectern/contract/endpoint.ts';
import { endpoints } from '@lectern/contract/endpoints.ts';
import { errorCatalogue } from '@lectern/contract/errors.ts';
import { languageOf } from '@lectern/contract/language.ts';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { AppError } from '../app-error.ts';
import type { Config } from '../config/config.ts';
import { addApiDocs } from './api-docs.ts';
import { failureEnvelope, toAppError } from './failure.ts';
import { contextOf, type EndpointServices, mountEndpoints } from './mount-endpoints.ts';
import type { SignedInContext } from './request-context.ts';
import { securityHeaders } from './security-headers.ts';
import { serveWeb } from './static-web.ts';
import { unreadableRequests } from './unreadable-request.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: EndpointAccess;
    endpointId?: string;
  }
}

export type AppOptions = EndpointServices & {
  config: Pick<Config, 'publicOrigin' | 'trustedProxies' | 'wecom'>;
  logger: FastifyBaseLogger;
  webDir: string;
  version: string;
  /** Runs when a call that may have changed something is about to be answered. */
  afterChange?: () => void;
  /** Runs before a file goes out to somebody who looks as somebody else. */
  noteDownload?: (context: SignedInContext, path: string) => Promise<void>;
  /** Hears of every route as `METHOD /path`, for the test that no route is unlisted. */
  onRoute?: (route: string) => void;
};

/** The HTTP application: everything between a socket and the handlers that features registered. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { config, registry } = options;
  registry.assertMatches(endpoints);
  const headers = securityHeaders({
    secure: config.publicOrigin?.startsWith('https:') ?? false,
    frameOrigins: config.wecom ? [config.wecom.loginOrigin] : [],
  });
  const app: FastifyInstance = Fastify({
    ...unreadableRequests(headers),
    loggerInstance: options.logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: config.trustedProxies.length > 0 ? [...config.trustedProxies] : false,
    bodyLimit: 64 * 1024,
    requestTimeout: 1_000_000,
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: true },
  });
  refuseUndeclaredRoutes(app, options.onRoute);
  app.addHook('onRequest', async (_request, reply) => void reply.headers(headers));
  await app.register(fastifyCookie);
  app.addHook('onRequest', async (request, reply) => void reply.header('x-request-id', request.id));
  acceptEmptyJson(app);
  tellOfChanges(app, options.afterChange);
  tellOfDownloads(app, options.noteDownload);
  logAnswers(app);
  answerFailures(app);
  mountEndpoints(app, options);
  addApiDocs(app, options.version);
  serveWeb(app, options.webDir);
  return app;
}

/** Default deny: a route that forgot to say who may use it must not start. */
function refuseUndeclaredRoutes(app: FastifyInstance, heard: AppOptions['onRoute']): void {
  app.addHook('onRoute', (route) => {
    if (!route.config?.access) throw new Error(`Route ${route.method} ${route.url} does not declare who may use it`);
    for (const method of [route.method].flat()) if (method !== 'HEAD') heard?.(`${method} ${route.url}`);
  });
}

/** Some clients name JSON as the type of a body that they do not send: the endpoint's schema judges whether one is needed. */
function acceptEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else parse(request, body, done);
  });
}

function tellOfChanges(app: FastifyInstance, afterChange: AppOptions['afterChange']): void {
  if (!afterChange) return;
  app.addHook('onSend', async (request) => {
    // What sites send changes nobody's rights, and there is much of it.
    const bySite = request.routeOptions.config.access?.kind === 'apiKey';
    if (request.method !== 'GET' && request.method !== 'HEAD' && !bySite) afterChange();
  });
}

/** A film is fetched in many parts: its first one tells. */
function tellOfDownloads(app: FastifyInstance, note: AppOptions['noteDownload']): void {
  if (!note) return;
  app.addHook('onSend', async (request, reply) => {
    const context = contextOf(request);
    if (!context?.principal?.viewedBy) return;
    const isFile = String(reply.getHeader('content-disposition') ?? '').startsWith('attachment');
    const isStart = !request.headers.range || request.headers.range.startsWith('bytes=0-');
    if (isFile && isStart) await note(context as SignedInContext, request.url.split('?')[0] ?? '');
  });
}

/** One JSON line per answered call. Query strings stay out: they hold what people search for. */
function logAnswers(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const isCall = request.routeOptions.config.endpointId !== undefined;
    request.log[isCall ? 'info' : 'debug'](
      {
        method: request.method,
        path: request.url.split('?')[0],
        endpointId: request.routeOptions.config.endpointId,
        userId: contextOf(request)?.principal?.userId,
        keyId: contextOf(request)?.apiKey?.keyId,
        httpStatus: reply.statusCode,
        durationMs: Math.round(reply.elapsedTime * 10) / 10,
      },
      'answered',
    );
  });
}

function answerFailures(app: FastifyInstance): void {
  app.setErrorHandler((thrown, request, reply) => {
    const error = toAppError(thrown);
    if (error.code === 'serverError') request.log.error({ err: thrown }, 'unforeseen failure');
    else if (error.code === 'databaseDown') request.log.warn({ err: thrown }, 'database down');
    if (error.retryAfterSeconds) reply.header('retry-after', error.retryAfterSeconds);
    const language = languageOf(request.headers['accept-language']);
    // An answer to HEAD has no body that could tell.
    if (request.method === 'HEAD') reply.header('lectern-status', errorCatalogue[error.code].status);
    return reply.code(errorCatalogue[error.code].http).send(failureEnvelope(error, request.id, language));
  });
  app.setNotFoundHandler((request) => {
    const path = request.url.split('?')[0] ?? '';
    throw new AppError('noSuchCall', { params: { call: `${request.method} ${path}`.slice(0, 200) } });
  });
  for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const) {
    app.route({
      method,
      url: `${apiBase}/*`,
      config: { access: { kind: 'open' } },
      handler: (_request, reply) => reply.callNotFound(),
    });
  }
}
