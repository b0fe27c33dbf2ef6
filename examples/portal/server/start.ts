import { createServer } from 'node:http';
import path from 'node:path';
import { build } from 'vite';
import { passOn, proxyPath } from './portal-proxy.ts';
import { readSettings } from './settings.ts';
import { serveFile } from './site-files.ts';

const here = path.join(import.meta.dirname, '..');
const say = (line: string) => process.stdout.write(`${line}\n`);

function giveUp(error: unknown): never {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}

/** Builds the site, then serves it and proxies the portal from one process. */
async function start(): Promise<void> {
  const settings = readSettings(process.argv.slice(2), process.env);
  await build({ root: here, configFile: path.join(here, 'vite.config.ts'), logLevel: 'warn' });
  const dist = path.join(here, 'dist');
  const server = createServer((request, response) => {
    const serving = request.url?.startsWith(proxyPath)
      ? passOn(request, response, settings)
      : serveFile(dist, request, response);
    serving.catch(() => response.destroy());
  });
  server.once('error', giveUp);
  server.listen(settings.port, settings.host, () => {
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : settings.port;
    say(`The example site is ready: http://${settings.host}:${port}/`);
    say(`It reads ${settings.portalUrl.origin}.`);
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(0));
}

start().catch(giveUp);
