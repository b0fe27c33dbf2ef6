import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { nodeFlags } from '../server/platform/supervisor/node-child.ts';

export const password = 'correct horse battery';
const root = path.join(import.meta.dirname, '..');

/** `pids`: of the api and of the worker. */
export type ProductProcesses = { api: string; pids: { api: number; worker: number }; stop(): Promise<void> };

/** The product's api by itself, for what nothing works beside. */
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

/** The product's api and its worker, each in a process of its own, as the supervisor has them. */
export async function startProcesses(given: { databaseUrl: string; dataDir: string }): Promise<ProductProcesses> {
  const env = { ...process.env, DATABASE_URL: given.databaseUrl, LECTERN_DATA_DIR: given.dataDir };
  const server = fork(path.join(root, 'bench/servers/lectern.ts'), { env });
  const worker = spawn(process.execPath, [path.join(root, 'server/worker.ts')], {
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
  const { token } = await call<{ token: string }>(`${api}/admin/auth/login`, 'POST', '', {
    account,
    password,
  });
  return token;
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
