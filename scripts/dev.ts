import { spawn } from 'node:child_process';
import { once } from 'node:events';
import net from 'node:net';
import path from 'node:path';
import { ConfigProblems, readConfig } from '../server/platform/config/config.ts';
import { runLectern } from '../server/platform/supervisor/run-lectern.ts';

const root = path.resolve(import.meta.dirname, '..');

/** The web dev server takes the public port; the api gets a free one behind it. */
async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('No free port.');
  return address.port;
}

function startVite(host: string, port: number, apiOrigin: string): void {
  const vite = path.join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const child = spawn(process.execPath, [vite, '--host', host, '--port', String(port), '--strictPort'], {
    cwd: path.join(root, 'web'),
    env: { ...process.env, LECTERN_API_ORIGIN: apiOrigin },
    // The child exits when its stdin closes, so it ends with this process even if that is killed.
    stdio: ['pipe', 'inherit', 'inherit'],
  });
  child.once('exit', () => process.kill(process.pid, 'SIGTERM'));
  process.once('exit', () => child.kill());
}

async function dev(): Promise<number> {
  const wanted = readConfig(process.env);
  const apiPort = await freePort();
  const address = `http://${wanted.host}:${wanted.port}`;
  const env = {
    ...process.env,
    PORT: String(apiPort),
    HOST: '127.0.0.1',
    PUBLIC_ORIGIN: wanted.publicOrigin ?? address,
  };
  startVite(wanted.host, wanted.port, `http://127.0.0.1:${apiPort}`);
  return runLectern({
    config: readConfig(env),
    env,
    entries: path.join(root, 'server'),
    startedAt: performance.timeOrigin,
    watch: true,
    address,
  });
}

try {
  process.exit(await dev());
} catch (error) {
  if (!(error instanceof ConfigProblems)) throw error;
  console.error(error.message);
  process.exit(78);
}
