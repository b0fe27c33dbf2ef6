import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';

const kinds: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** Serves the built site; every path that isn't a file gets `index.html`, because routing happens in the browser. */
export async function serveFile(folder: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname } = new URL(request.url ?? '/', 'http://site.invalid');
  const asked = path.join(folder, path.normalize(decodeURI(pathname)));
  const file = asked.startsWith(folder + path.sep) && (await isFile(asked)) ? asked : path.join(folder, 'index.html');
  const forever = pathname.startsWith('/assets/') && file === asked;
  response.writeHead(200, {
    'content-type': kinds[path.extname(file)] ?? 'application/octet-stream',
    'cache-control': forever ? 'public, max-age=31536000, immutable' : 'no-cache',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
  });
  if (request.method === 'HEAD') response.end();
  else createReadStream(file).pipe(response);
}

async function isFile(file: string): Promise<boolean> {
  return (await stat(file).catch(() => undefined))?.isFile() ?? false;
}
