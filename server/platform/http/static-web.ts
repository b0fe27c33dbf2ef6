import { existsSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { AppError } from '../app-error.ts';

const oneYear = 'public, max-age=31536000, immutable';
const openAccess = { access: { kind: 'open' as const } };

/** Serves the built web: hashed assets for ever, and the one page for every address that is not a file. */
export function serveWeb(app: FastifyInstance, webDir: string): void {
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
