import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import acceptNegotiator from '@fastify/accept-negotiator';
import fastifyCookie from '@fastify/cookie';
import fastifyStatic from '@fastify/static';
import { apiBase } from '@lectern/contract/constants.ts';
import type { EndpointAccess } from '@lectern/contract/endpoint.ts';
import { endpoints } from '@lectern/contract/endpoints.ts';
import { errorCatalogue } from '@lectern/contract/errors.ts';
import { languageOf } from '@lectern/contract/language.ts';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyReply, LogController } from 'fastify';
import { AppError } from '../app-error.ts';
import type { Config } from '../config/config.ts';
import { apiDocsPage, openApiDocument } from './api-docs-page.ts';
import { failureEnvelope, toAppError } from './failure.ts';
import { contextOf, type EndpointServices, mountEndpoints } from './mount-endpoints.ts';
import type { SignedInContext } from './request-context.ts';
import { unreadableRequests } from './unreadable-request.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: EndpointAccess;
    endpointId?: string;
    confidential?: boolean;
  }
}

type AppOptions = EndpointServices & {
  config: Pick<Config, 'publicOrigin' | 'trustedProxies' | 'wecom'>;
  logger: FastifyBaseLogger;
  webDir: string;
  version: string;
  /** Runs before each response to a request that may have changed something. */
  afterChange?: () => void;
  /** Runs before a file is sent to an administrator who is viewing as another person. */
  noteDownload?: (context: SignedInContext, path: string) => Promise<void>;
  /** Called with every route as `METHOD /path`; used by the test that every route is listed. */
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
  compressAnswers(app);
  logAnswers(app);
  answerFailures(app);
  mountEndpoints(app, options);
  addApiDocs(app, options.version);
  serveWeb(app, options.webDir);
  return app;
}

/** Deny by default: a route that doesn't declare its access prevents startup. */
function refuseUndeclaredRoutes(app: FastifyInstance, heard: AppOptions['onRoute']): void {
  app.addHook('onRoute', (route) => {
    if (!route.config?.access) throw new Error(`Route ${route.method} ${route.url} does not declare who may use it`);
    for (const method of [route.method].flat()) if (method !== 'HEAD') heard?.(`${method} ${route.url}`);
  });
}

/** Some clients send a JSON content type without a body; the endpoint's schema decides whether a body is required. */
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
    // Calls by sites are frequent and never change anyone's permissions.
    const bySite = request.routeOptions.config.access?.kind === 'apiKey';
    if (request.method !== 'GET' && request.method !== 'HEAD' && !bySite) afterChange();
  });
}

/** Media is fetched in many range requests; only the first one is recorded. */
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

const smallestCompressed = 1_024;
const brotli = promisify(brotliCompress);
const compressors = {
  // Quality 4 takes as long as gzip and saves more.
  br: (text: string) => brotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: promisify(gzip) as (text: string) => Promise<Buffer>,
};

/** Compresses texts; streams are files and media, most of them compressed already. */
function compressAnswers(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload: unknown) => {
    if (typeof payload !== 'string' || Buffer.byteLength(payload) < smallestCompressed) return payload;
    // The length of a compressed answer could reveal a secret in it.
    if (request.routeOptions.config.confidential || reply.hasHeader('content-encoding')) return payload;
    if (!reply.hasHeader('vary')) reply.header('vary', 'Accept-Encoding');
    const encoding = acceptNegotiator.negotiate(String(request.headers['accept-encoding'] ?? ''), ['br', 'gzip']);
    if (!encoding) return payload;
    reply.header('content-encoding', encoding).removeHeader('content-length');
    return compressors[encoding](payload);
  });
}

/** One JSON line per response. Query strings are left out because they contain search terms. */
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
    if (error.code === 'serverError') request.log.error({ err: thrown }, 'unexpected error');
    else if (error.code === 'databaseDown') request.log.warn({ err: thrown }, 'database unavailable');
    if (error.retryAfterSeconds) reply.header('retry-after', error.retryAfterSeconds);
    const language = languageOf(request.headers['accept-language']);
    // HEAD responses have no body, so the status goes into a header.
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

type HeaderOptions = { secure: boolean; frameOrigins: readonly string[] };

/** Headers sent with every response, errors included. */
function securityHeaders(options: HeaderOptions): Record<string, string> {
  const frames = options.frameOrigins.length > 0 ? options.frameOrigins.join(' ') : "'none'";
  const policy = [
    "default-src 'self'",
    "script-src 'self'",
    // The grid, viewers and players set positions and sizes through style attributes.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self' blob:",
    `frame-src ${frames}`,
    "frame-ancestors 'none'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
  ].join('; ');
  return {
    'content-security-policy': policy,
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
    ...(options.secure && { 'strict-transport-security': 'max-age=31536000' }),
  };
}

const oneYear = 'public, max-age=31536000, immutable';
const openAccess = { access: { kind: 'open' as const } };

/** Serves the web build: hashed assets cached long-term, and index.html for every path that is not a file. */
function serveWeb(app: FastifyInstance, webDir: string): void {
  app.register(fastifyStatic, { root: webDir, serve: false, preCompressed: true, cacheControl: false });
  app.get('/*', { config: openAccess }, async (request, reply) => {
    const wanted = decodeURIComponent(request.url.split('?')[0] ?? '/');
    if (/^\/api(\/|$)/.test(wanted)) throw new AppError('notFound');
    if (wanted.startsWith('/assets/')) {
      if (!isFileBelow(webDir, wanted)) throw new AppError('notFound');
      return reply.header('cache-control', oneYear).sendFile(wanted.slice(1));
    }
    if (wanted !== '/' && wanted !== '/index.html' && !wanted.slice(1).includes('/') && isFileBelow(webDir, wanted)) {
      return reply.header('cache-control', 'public, max-age=3600').sendFile(wanted.slice(1));
    }
    return sendPage(reply, webDir);
  });
}

function sendPage(reply: FastifyReply, webDir: string) {
  reply.header('cache-control', 'no-cache');
  if (!existsSync(path.join(webDir, 'index.html'))) {
    return reply.code(503).type('text/plain; charset=utf-8').send('The web is not built yet: run npm run build.');
  }
  return reply.sendFile('index.html');
}

function isFileBelow(webDir: string, wanted: string): boolean {
  const file = path.normalize(path.join(webDir, wanted));
  return file.startsWith(webDir + path.sep) && path.extname(file) !== '' && existsSync(file);
}

const aboutPortal = {
  title: 'Lectern portal',
  description:
    'Published content for sites. Send an API key with every call: Authorization: Bearer lk_…. Every response is JSON with status, message and data. Reads return an ETag; send it back as If-None-Match. Lists are paged with the cursor in next. Media links are signed and need no key.',
};

type Docs = { base: string; document: object; page: string };

/** Building takes most of a second, so the documents are built once per version and process. */
const made = new Map<string, readonly Docs[]>();

/** Serves two sets of API documentation: all calls, and the portal's only. */
function addApiDocs(app: FastifyInstance, version: string): void {
  const docs = made.get(version) ?? makeDocs(version);
  made.set(version, docs);
  const config = { access: { kind: 'open' as const } };
  for (const { base, document, page } of docs) {
    app.get(`${base}/openapi.json`, { config }, async (_request, reply) => reply.send(document));
    app.get(`${base}/docs`, { config }, async (_request, reply) => reply.type('text/html; charset=utf-8').send(page));
  }
}

function makeDocs(version: string): Docs[] {
  const portal = endpoints.filter(({ access }) => access.kind === 'apiKey' || access.kind === 'signedAddress');
  return [
    docsOf(apiBase, openApiDocument(endpoints, version)),
    docsOf(`${apiBase}/portal`, openApiDocument(portal, version, aboutPortal)),
  ];
}

function docsOf(base: string, document: ReturnType<typeof openApiDocument>): Docs {
  return { base, document, page: apiDocsPage(document, `${base}/openapi.json`) };
}
