import type { Stats } from 'node:fs';
import { mkdir, mkdtemp, rmdir, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../config/config.ts';
import { openEmbeddedPostgres } from '../embedded-postgres/embedded-postgres.ts';
import { awaitDatabase } from './await-database.ts';
import type { ChildMessage } from './child-lifecycle.ts';
import { exitCodeDoNotRestart, exitCodeFailure } from './exit-codes.ts';
import { type InstanceLock, lockDataDirectory } from './instance-lock.ts';
import { type BackOffRules, isExitStatus, type KeptPart, keepRunning, type Part } from './keep-running.ts';
import type { LivenessRules } from './liveness.ts';
import { launchNodeChild } from './node-child.ts';
import type { ExitStatus, ReadyNotice } from './running-part.ts';
import { choosePaint, postgresLogLine, startBanner } from './start-banner.ts';
import { StartProblem } from './start-problem.ts';
import { startWatchdog, type Watchdog } from './watchdog.ts';

export type RunOptions = {
  config: Config;
  env: NodeJS.ProcessEnv;
  /** Folder with the entry points worker.ts and api.ts. */
  entries: string;
  startedAt: number;
  /** Describes how engines are sandboxed on this machine, for the start banner. */
  describeSandbox?: (config: Config) => Promise<string>;
  /** For development: restarts api and worker when their source changes. */
  watch?: boolean;
  /** Liveness limits; set only by tests. */
  liveness?: LivenessRules;
  /** Public address, when a reverse proxy or dev server is in front of the api. */
  address?: string;
};

/** Runs Lectern until asked to stop; resolves with the exit code once everything has stopped. */
export async function runLectern(options: RunOptions): Promise<number> {
  const { config } = options;
  const stopping = new AbortController();
  const say = (line: string): boolean => process.stdout.write(`${line}\n`);
  const watchdog = startWatchdog();
  const parts = new PartSet(stopping, say);
  let lock: InstanceLock | undefined;
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => stopping.abort());
  onStarterGone(options.env, () => stopping.abort());
  // Nobody reads the output any more (closed pipe); that must not crash Lectern.
  process.stdout.on('error', () => undefined);
  try {
    await openDataDirectory(config.dataDir);
    lock = await lockDataDirectory(config.dataDir, watchdog.pid);
    const database = await openDatabase(options, parts, watchdog, stopping.signal, say);
    await startApplications(options, { ...database, parts, watchdog, signal: stopping.signal, say });
    await parts.untilStopped();
    say('Stopping Lectern …');
    return parts.refused ? exitCodeDoNotRestart : 0;
  } catch (error) {
    if (error instanceof StartProblem) say(error.message);
    else say(`Lectern stopped because of an error: ${error instanceof Error ? error.stack : String(error)}`);
    return error instanceof StartProblem ? exitCodeDoNotRestart : exitCodeFailure;
  } finally {
    await parts.stopAll();
    await lock?.release();
    watchdog.close();
    if (stopping.signal.aborted) say('Lectern stopped.');
  }
}

type Database = { databaseUrl: string; described: string; ready: Promise<unknown> };

async function openDatabase(
  { config }: RunOptions,
  parts: PartSet,
  watchdog: Watchdog,
  signal: AbortSignal,
  say: (line: string) => unknown,
): Promise<Database> {
  if (config.databaseUrl) {
    const ready = awaitDatabase(config.databaseUrl, {
      signal,
      onWaiting: (reason) => say(`Waiting for PostgreSQL at DATABASE_URL (${reason}).`),
    });
    return { databaseUrl: config.databaseUrl, described: 'external (DATABASE_URL)', ready };
  }
  const { databaseUrl, placement, launch } = await openEmbeddedPostgres({
    dataDir: config.dataDir,
    runAs: config.postgresRunAs,
    watchdog,
    onLine: (line) => say(postgresLogLine(line, new Date())),
  });
  // No liveness checks: a database stalled on its disk would take even longer to come back after a restart.
  const ready = parts.start({ name: 'postgres', launch });
  return { databaseUrl, described: `embedded PostgreSQL in ${placement.cluster}`, ready };
}

type Surroundings = Database & {
  parts: PartSet;
  watchdog: Watchdog;
  signal: AbortSignal;
  say: (line: string) => unknown;
};

async function startApplications(options: RunOptions, around: Surroundings): Promise<void> {
  const { parts, watchdog, signal, say } = around;
  if (signal.aborted) return;
  const env = childEnvironment(options.env, around.databaseUrl, options.config.databaseUrl === undefined);
  const entry = (name: string): string => path.join(options.entries, `${name}.ts`);
  const sandbox = options.describeSandbox?.(options.config);
  const onHang = (name: string) => () => say(`${name} stopped responding. Restarting it.`);
  const { watch, liveness } = options;
  const launch = (name: string, graceMs: number) => () =>
    launchNodeChild({
      entry: entry(name),
      env,
      after: around.ready,
      watchdog,
      graceMs,
      watch,
      liveness,
      onMessage: keepPort(env),
      onHang: onHang(name),
    });
  // Parts stop in reverse order: first the api, so no requests come in, then the worker, then the database.
  const [, , api] = await Promise.all([
    around.ready,
    parts.start({ name: 'worker', launch: launch('worker', 15_000) }),
    parts.start({ name: 'api', launch: launch('api', 10_000) }),
  ]);
  if (signal.aborted) return;
  const facts = {
    address: options.address ?? api.address ?? `http://${options.config.host}:${options.config.port}`,
    firstSignIn: api.firstSignIn,
    passwordIsSet: api.firstSignIn?.password === options.config.adminPassword,
    dataDir: options.config.dataDir,
    database: around.described,
    sandbox: await sandbox,
    readyAfterMs: Date.now() - options.startedAt,
  };
  say(startBanner(facts, choosePaint(process.stdout, options.env)));
}

/** Later api processes reuse the port the first one was given, because browser windows are open there. */
function keepPort(env: NodeJS.ProcessEnv): (message: ChildMessage) => void {
  return (message) => {
    if (env.PORT === '0' && message.type === 'ready' && message.port) env.PORT = String(message.port);
  };
}

/** The operator's environment, the database URL, and a flag that a supervisor is listening. */
function childEnvironment(env: NodeJS.ProcessEnv, databaseUrl: string, embedded: boolean): NodeJS.ProcessEnv {
  // libpq's variables (PGPORT, PGSSLMODE …) refer to another server, not the embedded one.
  const kept = Object.entries(env).filter(([name]) => !(embedded && /^PG[A-Z]+$/.test(name)));
  return {
    ...Object.fromEntries(kept),
    DATABASE_URL: databaseUrl,
    LECTERN_SUPERVISED: embedded ? 'embedded' : 'external',
  };
}

/**
 * A killed npm or set-up script can't pass its signal on, and Lectern would keep running with nobody to stop it. Only
 * under npm: when started from a shell or as a service, losing the parent is normal.
 */
function onStarterGone(env: NodeJS.ProcessEnv, stop: () => void): void {
  if (!env.npm_lifecycle_event) return;
  const starter = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === starter) return;
    clearInterval(timer);
    stop();
  }, 2_000);
  timer.unref();
}

/**
 * Created with owner-only permissions. An existing folder keeps its permissions, as the operator may use it for other
 * things too.
 */
export async function openDataDirectory(dataDir: string, userId = process.getuid?.()): Promise<void> {
  try {
    await makeDirectory(dataDir);
    // Permission bits aren't enough: a read-only or full disk shows only on an actual write.
    await rmdir(await mkdtemp(path.join(dataDir, '.writable-')));
  } catch (error) {
    throw new StartProblem(
      `Can’t write to the data directory ${dataDir} (${reasonOf(error)}). ` +
        'Make it writable for this user, or set LECTERN_DATA_DIR to another directory.',
      { cause: error },
    );
  }
  await refuseForeignDatabase(dataDir, userId);
}

/** Creates one level at a time, because a recursive mkdir never returns on file systems like /proc. */
async function makeDirectory(folder: string): Promise<void> {
  const parent = path.dirname(folder);
  if (!(await statOf(parent))) await makeDirectory(parent);
  if (!(await statOf(folder))?.isDirectory()) await mkdir(folder, { mode: 0o700 });
}

function statOf(file: string): Promise<Stats | undefined> {
  return stat(file).catch(() => undefined);
}

async function refuseForeignDatabase(dataDir: string, userId: number | undefined): Promise<void> {
  const found = await statOf(path.join(dataDir, 'postgres'));
  if (!found || found.uid === userId) return;
  throw new StartProblem(
    `The data in ${dataDir} belongs to user ${found.uid}, but Lectern is starting as user ${userId}. ` +
      `Start Lectern as user ${found.uid}, or set LECTERN_DATA_DIR to another directory.`,
  );
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error) || !('code' in error)) return String(error);
  const reasons: Record<string, string> = {
    EACCES: 'permission denied',
    EPERM: 'permission denied',
    EROFS: 'the disk is read-only',
    ENOSPC: 'the disk is full',
    ENOENT: 'directories can’t be created there',
    ENOTDIR: 'part of the path is a file',
    EEXIST: 'a file has that name',
  };
  return reasons[String(error.code)] ?? String(error.code);
}

/** The parts that run together: they stop in reverse order, and if one refuses to restart, all stop. */
class PartSet {
  /** Set when a part exits with the code for "do not restart", which stops everything. */
  refused = false;
  readonly #parts: KeptPart[] = [];
  readonly #stopping: AbortController;
  readonly #say: (line: string) => unknown;
  readonly #backOff: BackOffRules | undefined;

  constructor(stopping: AbortController, say: (line: string) => unknown, backOff?: BackOffRules) {
    this.#stopping = stopping;
    this.#say = say;
    this.#backOff = backOff;
  }

  /** Resolves when the part is first ready, or when everything stops before that. */
  async start(part: Part): Promise<ReadyNotice> {
    let ready = false;
    const firstReady = new Promise<ReadyNotice>((resolve) => {
      const kept = keepRunning(
        part,
        {
          onReady: (name, notice) => {
            if (ready) this.#say(`${name} is running again.`);
            ready = true;
            resolve(notice);
          },
          onFall: (name, cause, delayMs) =>
            this.#say(`${name} ${describeFall(cause)}. Restarting in ${delayMs / 1_000} s.`),
          onRefusal: () => {
            this.refused = true;
            this.#stopping.abort();
          },
        },
        this.#backOff,
      );
      this.#parts.push(kept);
    });
    return Promise.race([firstReady, this.untilStopped().then(() => ({}))]);
  }

  async untilStopped(): Promise<void> {
    const { signal } = this.#stopping;
    if (signal.aborted) return;
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
  }

  async stopAll(): Promise<void> {
    for (const part of this.#parts.toReversed()) await part.stop();
  }
}

function describeFall(cause: ExitStatus | unknown): string {
  if (!isExitStatus(cause)) return `couldn’t start (${cause instanceof Error ? cause.message : String(cause)})`;
  return cause.signal ? `was killed by ${cause.signal}` : `exited with code ${cause.code}`;
}
