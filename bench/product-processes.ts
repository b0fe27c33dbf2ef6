import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { nodeFlags } from '../server/platform/supervisor/node-child.ts';

export const password = 'correct horse battery';
const root = path.join(import.meta.dirname, '..');

export type ProductProcesses = { api: string; pids: { api: number; worker: number }; stop(): Promise<void> };

/** Starts only the api, for benchmarks that don't need a worker. */
export async function startApi(given: {
  databaseUrl: string;
  dataDir: string;
  timeZone: string;
}): Promise<{ api: string; stop(): Promise<void> }> {
  const env = { DATABASE_URL: given.databaseUrl, LECTERN_DATA_DIR: given.dataDir, TIME_ZONE: given.timeZone };
  const server = fork(path.join(root, 'bench/servers/lectern.ts'), {
    env: { ...process.env, ...env },
    execArgv: nodeFlags,
  });
  const [{ address }] = (await once(server, 'message')) as [{ address: string }];
  return { api: `${address}/api`, stop: () => stop(server) };
}

/** Starts the api and the worker in separate processes, as the supervisor does except for the Node flags. */
export async function startProcesses(
  given: { databaseUrl: string; dataDir: string },
  flags: readonly string[] = [],
): Promise<ProductProcesses> {
  const env = { ...process.env, DATABASE_URL: given.databaseUrl, LECTERN_DATA_DIR: given.dataDir };
  const server = fork(path.join(root, 'bench/servers/lectern.ts'), { env, execArgv: [...flags] });
  const worker = spawn(process.execPath, [...flags, path.join(root, 'server/worker.ts')], {
    env: { ...env, LECTERN_LOG_LEVEL: 'error' },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const [[{ address }]] = (await Promise.all([once(server, 'message'), once(worker, 'message')])) as [
    [{ address: string }],
    unknown[],
  ];
  return {
    api: `${address}/api`,
    pids: { api: server.pid ?? 0, worker: worker.pid ?? 0 },
    stop: async () => {
      await Promise.all([stop(server), stop(worker)]);
    },
  };
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

export async function signIn(api: string, account = 'admin'): Promise<string> {
  return (await openSession(api, account)).token;
}

/** Also returns the cookie that browsers use to fetch files. */
export async function openSession(api: string, account = 'admin'): Promise<{ token: string; cookie: string }> {
  const response = await fetch(`${api}/admin/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ account, password }),
  });
  const { data, message } = (await response.json()) as { data: { token: string } | null; message: string };
  if (!data) throw new Error(`login failed: ${message}`);
  const cookies = response.headers.getSetCookie().map((line) => line.split(';')[0]);
  return { token: data.token, cookie: cookies.join('; ') };
}

export async function call<T>(url: string, method: string, token: string, body?: unknown): Promise<T> {
  const response = await fetch(url, {
    method,
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const answer = (await response.json()) as { message: string; data: T };
  if (!response.ok) throw new Error(`${method} ${url}: ${answer.message}`);
  return answer.data;
}
