import { spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { endProcess } from '../supervisor/end-process.ts';
import type { ExitStatus, RunningPart } from '../supervisor/running-part.ts';
import type { Watchdog } from '../supervisor/watchdog.ts';
import { type SocketAccess, socketUrl, superuserRole } from './database-url.ts';
import type { Placement } from './placement.ts';
import { commandAs } from './privilege.ts';
import { postgresEnvironment, serverSettings } from './server-settings.ts';

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
