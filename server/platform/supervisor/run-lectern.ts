import path from 'node:path';
import type { Config } from '../config/config.ts';
import { openEmbeddedPostgres } from '../embedded-postgres/embedded-postgres.ts';
import { awaitDatabase } from './await-database.ts';
import type { ChildMessage } from './child-lifecycle.ts';
import { choosePaint, postgresLogLine } from './console-lines.ts';
import { openDataDirectory } from './data-directory.ts';
import { exitCodeDoNotRestart, exitCodeFailure } from './exit-codes.ts';
import { type InstanceLock, lockDataDirectory } from './instance-lock.ts';
import type { LivenessRules } from './liveness.ts';
import { launchNodeChild } from './node-child.ts';
import { onStarterGone } from './on-starter-gone.ts';
import { PartSet } from './part-set.ts';
import { prepareData } from './prepare-data.ts';
import { startBanner } from './start-banner.ts';
import { StartProblem } from './start-problem.ts';
import { startWatchdog, type Watchdog } from './watchdog.ts';

export type RunOptions = {
  config: Config;
  env: NodeJS.ProcessEnv;
  /** The folder with the entry points prepare.ts, worker.ts and api.ts. */
  entries: string;
  startedAt: number;
  /** What keeps engines in on this machine, for the banner. */
  describeSandbox?: (config: Config) => Promise<string>;
  /** For work on Lectern: api and worker start anew when their source changes. */
  watch?: boolean;
  /** How soon a process that stopped responding is replaced; given by tests alone. */
  liveness?: LivenessRules;
  /** Where people open it, when something else answers in front of the api. */
  address?: string;
};

/** Runs Lectern until it is asked to stop, and settles with the exit code once nothing of it runs any more. */
export async function runLectern(options: RunOptions): Promise<number> {
  const { config } = options;
  const stopping = new AbortController();
  const say = (line: string): boolean => process.stdout.write(`${line}\n`);
  const watchdog = startWatchdog();
  const parts = new PartSet(stopping, say);
  let lock: InstanceLock | undefined;
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => stopping.abort());
  onStarterGone(options.env, () => stopping.abort());
  // Nobody reads any more (a closed pipe): no reason to fall.
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
    else say(`Lectern cannot go on: ${error instanceof Error ? error.stack : String(error)}`);
    return error instanceof StartProblem ? exitCodeDoNotRestart : exitCodeFailure;
  } finally {
    await parts.stopAll();
    await lock?.release();
    watchdog.close();
    if (stopping.signal.aborted) say('Lectern has stopped.');
  }
}

type Database = { databaseUrl: string; described: string };

async function openDatabase(
  { config }: RunOptions,
  parts: PartSet,
  watchdog: Watchdog,
  signal: AbortSignal,
  say: (line: string) => unknown,
): Promise<Database> {
  if (config.databaseUrl) {
    await awaitDatabase(config.databaseUrl, {
      signal,
      onWaiting: (reason) => say(`The PostgreSQL of DATABASE_URL does not answer yet (${reason}); waiting for it.`),
    });
    return { databaseUrl: config.databaseUrl, described: 'your own, by DATABASE_URL' };
  }
  const { databaseUrl, placement, launch } = await openEmbeddedPostgres({
    dataDir: config.dataDir,
    runAs: config.postgresRunAs,
    watchdog,
    onLine: (line) => say(postgresLogLine(line, new Date())),
  });
  // It isn't asked whether it responds: one that stalls on its disk would be away even longer after a restart.
  await parts.start({ name: 'postgres', launch });
  return { databaseUrl, described: `embedded PostgreSQL in ${placement.cluster}` };
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
  const firstSignIn = await prepareData({
    entry: entry('prepare'),
    env,
    watchdog,
    signal,
    liveness: options.liveness,
    onHang: () => say('Preparing the database stopped responding; starting it again.'),
    onRetry: (delayMs) => say(`Preparing the database again in ${delayMs / 1_000} s.`),
  });
  if (signal.aborted) return;
  // Stopped in the opposite order: first nobody may ask any more, then the work is put down, then the database.
  const onHang = (name: string) => () => say(`${name} stopped responding; replacing it.`);
  const { watch, liveness } = options;
  const launch = (name: string, graceMs: number) => () =>
    launchNodeChild({
      entry: entry(name),
      env,
      watchdog,
      graceMs,
      watch,
      liveness,
      onMessage: keepPort(env),
      onHang: onHang(name),
    });
  const [, api] = await Promise.all([
    parts.start({ name: 'worker', launch: launch('worker', 15_000) }),
    parts.start({ name: 'api', launch: launch('api', 10_000) }),
  ]);
  if (signal.aborted) return;
  const facts = {
    address: options.address ?? api.address ?? `http://${options.config.host}:${options.config.port}`,
    firstSignIn,
    passwordIsSet: firstSignIn?.password === options.config.adminPassword,
    dataDir: options.config.dataDir,
    database: around.described,
    sandbox: await options.describeSandbox?.(options.config),
    readyAfterMs: Date.now() - options.startedAt,
  };
  say(startBanner(facts, choosePaint(process.stdout, options.env)));
}

/** Whatever port the first api was given, those after it take the same: windows are open there. */
function keepPort(env: NodeJS.ProcessEnv): (message: ChildMessage) => void {
  return (message) => {
    if (env.PORT === '0' && message.type === 'ready' && message.port) env.PORT = String(message.port);
  };
}

/** What the operator gave, the database, and a sign that a supervisor listens. */
export function childEnvironment(env: NodeJS.ProcessEnv, databaseUrl: string, embedded: boolean): NodeJS.ProcessEnv {
  // libpq's variables (PGPORT, PGSSLMODE …) speak of another server than the embedded one.
  const kept = Object.entries(env).filter(([name]) => !(embedded && /^PG[A-Z]+$/.test(name)));
  return {
    ...Object.fromEntries(kept),
    DATABASE_URL: databaseUrl,
    LECTERN_SUPERVISED: embedded ? 'embedded' : 'external',
  };
}
