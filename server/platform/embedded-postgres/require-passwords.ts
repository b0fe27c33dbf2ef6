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
 * Makes the socket of a stopped cluster ask for passwords, unless it does already: a new one, one of an older version, which
 * trusted everyone at its socket, or one that lost its secret. PostgreSQL alone on its files needs no socket for that.
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
  // It may end before it reads this; what it says tells why.
  child.stdin.on('error', () => undefined);
  child.stdin.end(`alter role ${superuserRole} password '${rolePassword(secret, superuserRole)}'\n`);
  const [said, code] = await Promise.all([text(child.stderr), exited]);
  if (code !== 0 || said.includes('ERROR:')) throw new PostmasterEnded(said);
  // In place, so its owner stays; a half-written file fails the check and is written again.
  await writeFile(rules, asked);
}

export type PostmasterOptions = {
  durable: boolean;
  watchdog: Watchdog;
  onLine: (line: string) => void;
  signal?: AbortSignal | undefined;
};

/** A postmaster that ended before it served; `output` says why in PostgreSQL's words. */
export class PostmasterEnded extends Error {
  readonly output: string;
  constructor(output: string) {
    super(`PostgreSQL did not start:\n${output.trim()}`);
    this.name = 'PostmasterEnded';
    this.output = output;
  }
}

/** Settles when it accepts connections. */
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
    // Its own session: Ctrl-C in the terminal must not stop it before the applications.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const { pid } = child;
  let output = '';
  let starting = true;
  let stopping = false;
  createInterface({ input: child.stderr }).on('line', (line) => {
    if (starting) output += `${line}\n`;
    // Start and stop talk a lot, also about our own knocking; that it recovered from a crash is worth knowing.
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
  // Without a listener the end of the server in this instant would be an uncaught error.
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

/** Passwords here are 256 random bits: hashing them thousands of times would only slow every connection down. */
const cheapPasswords = { scram_iterations: '1' };

/** Sized for a machine of two cores that also runs the api, the worker and the engines. */
function serverSettings(options: { socketDirectory: string; durable: boolean }): readonly string[] {
  const totalMemory = Math.floor(os.totalmem() / mebibyte);
  // Ten million records of access have sums of some gigabytes, most of which are asked for again and again.
  const sharedBuffers = Math.min(2_048, Math.max(64, Math.floor(totalMemory / 8)));
  const settings: Record<string, string> = {
    // No TCP: the only door is a socket in a folder that nobody else may enter, and it asks for a password.
    listen_addresses: '',
    unix_socket_directories: `"${options.socketDirectory.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    ...cheapPasswords,
    max_connections: '60',
    shared_buffers: `${sharedBuffers}MB`,
    effective_cache_size: `${Math.max(256, Math.floor(totalMemory / 2))}MB`,
    work_mem: '16MB',
    maintenance_work_mem: '128MB',
    max_wal_size: '1GB',
    random_page_cost: '1.1',
    jit: 'off',
    // Two cores, and many people: a page is there before a second process has started to help with it.
    max_parallel_workers_per_gather: '0',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Errors of statements are answered and logged by the application; their text may hold personal data.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_checkpoints: 'off',
    log_line_prefix: '',
  };
  if (!options.durable) {
    Object.assign(settings, { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', wal_level: 'minimal' });
    // Not for one installation, but for as many as there are tests at once, each with an app, workers and a queue.
    Object.assign(settings, { max_wal_senders: '0', shared_buffers: '128MB', max_connections: '300' });
  }
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/** Nothing of the operator's environment: neither secrets nor libpq variables belong in PostgreSQL. */
export function postgresEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, TZ: 'UTC' };
}
