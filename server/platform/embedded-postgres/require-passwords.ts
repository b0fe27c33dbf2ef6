import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { endProcess } from '../supervisor/end-process.ts';
import type { ExitStatus, RunningPart } from '../supervisor/running-part.ts';
import type { Watchdog } from '../supervisor/watchdog.ts';
import { rolePassword, type SocketAccess, socketUrl, superuserRole } from './database-url.ts';
import type { Placement } from './placement.ts';
import { commandAs } from './privilege.ts';

/**
 * Makes a stopped cluster require passwords on its socket, unless it already does: a new cluster, one from an older
 * version that trusted local connections, or one that lost its secret. Uses single-user mode, which needs no socket.
 */
export async function requirePasswords(placement: Placement, durable: boolean): Promise<void> {
  const { cluster, secret, privilege, programs } = placement;
  const rules = path.join(cluster, 'pg_hba.conf');
  const asked = `local all all scram-sha-256\n# ${createHash('sha256').update(secret).digest('hex')}\n`;
  if ((await readFile(rules, 'utf8')) === asked) return;
  const settings = Object.entries(cheapPasswords).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const args = ['--single', ...(durable ? [] : ['-F']), ...settings, '-D', cluster, 'postgres'];
  const child = spawn(...commandAs(privilege, path.join(programs, 'postgres'), args), {
    cwd: '/',
    env: postgresEnvironment(),
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  const exited = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  // The process may exit before reading this; its output explains why.
  child.stdin.on('error', () => undefined);
  child.stdin.end(`alter role ${superuserRole} password '${rolePassword(secret, superuserRole)}'\n`);
  const [said, code] = await Promise.all([text(child.stderr), exited]);
  if (code !== 0 || said.includes('ERROR:')) throw new PostmasterEnded(said);
  // Written in place to keep the owner; a partial write fails the check above and is redone.
  await writeFile(rules, asked);
}

export type PostmasterOptions = {
  durable: boolean;
  watchdog: Watchdog;
  onLine: (line: string) => void;
  signal?: AbortSignal | undefined;
};

/** The postmaster exited before accepting connections; `output` holds PostgreSQL's own messages. */
export class PostmasterEnded extends Error {
  readonly output: string;
  constructor(output: string) {
    super(`PostgreSQL did not start:\n${output.trim()}`);
    this.name = 'PostmasterEnded';
    this.output = output;
  }
}

/** Resolves when it accepts connections. */
export async function startPostmaster(placement: Placement, options: PostmasterOptions): Promise<RunningPart> {
  const postmaster = spawnPostmaster(placement, options);
  let ended = false;
  void postmaster.exited.then(() => {
    ended = true;
  });
  while (!ended && !(await accepts(placement))) {
    if (options.signal?.aborted) await postmaster.stop();
    else await sleep(25);
  }
  const output = postmaster.endStart();
  if (ended) throw new PostmasterEnded(output);
  return postmaster;
}

function spawnPostmaster(placement: Placement, options: PostmasterOptions): RunningPart & { endStart: () => string } {
  const settings = serverSettings({ socketDirectory: placement.socketDirectory, durable: options.durable });
  const program = path.join(placement.programs, 'postgres');
  const child = spawn(...commandAs(placement.privilege, program, ['-D', placement.cluster, ...settings]), {
    cwd: '/',
    env: postgresEnvironment(),
    // Runs in its own session, so Ctrl-C in the terminal doesn't stop it before the applications.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const { pid } = child;
  let output = '';
  let starting = true;
  let stopping = false;
  createInterface({ input: child.stderr }).on('line', (line) => {
    if (starting) output += `${line}\n`;
    // Start and stop are noisy, partly from our own probing; only crash recovery is worth reporting then.
    if (!(starting || stopping) || line.includes('automatic recovery')) options.onLine(line);
  });
  const exited = new Promise<ExitStatus>((resolve) => {
    child.once('error', (error) => {
      output += String(error);
      resolve({ code: null, signal: null });
    });
    child.once('close', (code, signal) => resolve({ code, signal }));
  });
  if (pid !== undefined) {
    options.watchdog.guard('database', pid);
    void exited.then(() => options.watchdog.release(pid));
  }
  return {
    pid,
    ready: Promise.resolve({}),
    exited,
    endStart: () => {
      starting = false;
      return output;
    },
    stop: async () => {
      stopping = true;
      if (pid === undefined) return;
      await endProcess(pid, exited, [
        { signal: 'SIGINT', waitMs: 30_000 },
        { signal: 'SIGQUIT', waitMs: 5_000 },
      ]);
    },
  };
}

async function accepts(access: SocketAccess): Promise<boolean> {
  const client = new pg.Client({
    connectionString: socketUrl({ ...access, database: 'postgres', role: superuserRole }),
  });
  // Without a listener, the server ending right now would be an uncaught error.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

const mebibyte = 1024 * 1024;

/** These passwords are 256 random bits, so thousands of hash iterations would only slow down connecting. */
const cheapPasswords = { scram_iterations: '1' };

/** Sized for a machine with two cores that also runs the API, the worker and the engines. */
function serverSettings(options: { socketDirectory: string; durable: boolean }): readonly string[] {
  const totalMemory = Math.floor(os.totalmem() / mebibyte);
  // The rollups of ten million access records take several gigabytes, most of which are read repeatedly.
  const sharedBuffers = Math.min(2_048, Math.max(64, Math.floor(totalMemory / 8)));
  const settings: Record<string, string> = {
    // No TCP: the only access is a password-protected socket in a folder closed to other accounts.
    listen_addresses: '',
    unix_socket_directories: `"${options.socketDirectory.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    ...cheapPasswords,
    max_connections: '60',
    shared_buffers: `${sharedBuffers}MB`,
    effective_cache_size: `${Math.max(256, Math.floor(totalMemory / 2))}MB`,
    maintenance_work_mem: '128MB',
    max_wal_size: '1GB',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // The application reports and logs statement errors; their text may contain personal data.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_checkpoints: 'off',
    log_line_prefix: '',
  };
  if (!options.durable) {
    Object.assign(settings, { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', wal_level: 'minimal' });
    // Sized for many parallel tests, each with an app, workers and a queue, instead of one installation.
    Object.assign(settings, { max_wal_senders: '0', shared_buffers: '128MB', max_connections: '300' });
  }
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/** Passes nothing of the operator's environment on, so no secrets or libpq variables reach PostgreSQL. */
export function postgresEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, TZ: 'UTC' };
}
