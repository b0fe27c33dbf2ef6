import { execFile } from 'node:child_process';
import { access, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import type { RunningPart } from '../supervisor/running-part.ts';
import { StartProblem } from '../supervisor/start-problem.ts';
import type { Watchdog } from '../supervisor/watchdog.ts';
import {
  applicationDatabase,
  applicationRole,
  rolePassword,
  type SocketAccess,
  socketUrl,
  superuserRole,
} from './database-url.ts';
import { type Placement, placePostgres, type RunAs } from './placement.ts';
import { commandAs } from './privilege.ts';
import {
  PostmasterEnded,
  type PostmasterOptions,
  postgresEnvironment,
  requirePasswords,
  startPostmaster,
} from './require-passwords.ts';
import { readSharedPlace, rememberSharedPlace, stopLeftoverPostmaster } from './shared-place.ts';

export type EmbeddedPostgres = {
  databaseUrl: string;
  placement: Placement;
  /** Starts PostgreSQL, recovering from whatever a crash left behind. */
  launch(signal?: AbortSignal): Promise<RunningPart>;
};

type EmbeddedPostgresOptions = {
  dataDir: string;
  runAs: RunAs;
  watchdog: Watchdog;
  onLine: (line: string) => void;
  /** Set to false only where losing data is fine, such as in tests. */
  durable?: boolean;
};

export async function openEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const durable = options.durable ?? true;
  const placement = await placePostgres(options.dataDir, options.runAs);
  await createClusterOnce(placement, durable);
  if (placement.privilege === 'setpriv') {
    await rememberSharedPlace(path.join(options.dataDir, 'postgres'), path.dirname(placement.cluster));
  }
  return {
    databaseUrl: socketUrl({ ...placement, database: applicationDatabase, role: applicationRole }),
    placement,
    launch: async (signal) => {
      await stopLeftoverPostmaster(placement.cluster);
      const part = await startPatiently(placement, { ...options, durable, signal });
      try {
        await ensureApplicationDatabase(placement);
      } catch (error) {
        await part.stop();
        throw error;
      }
      return part;
    },
  };
}

/** Deletes the data directory and the shared folder of its cluster, such as after tests. */
export async function discardEmbeddedPostgres(dataDir: string): Promise<void> {
  const place = await readSharedPlace(path.join(dataDir, 'postgres'));
  for (const folder of [place, dataDir]) if (folder) await rm(folder, { recursive: true, force: true });
}

/** Helpers of a killed postmaster need a moment to exit; until then the shared memory counts as taken. */
async function startPatiently(placement: Placement, options: PostmasterOptions): Promise<RunningPart> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await requirePasswords(placement, options.durable);
      return await startPostmaster(placement, options);
    } catch (error) {
      const passing = error instanceof PostmasterEnded && /shared memory block|already exists/.test(error.output);
      if (!passing || attempt === 50 || options.signal?.aborted) throw error;
      await sleep(200);
    }
  }
}

/** The application owns its database but is no superuser, so its SQL can't read files or run programs. */
async function ensureApplicationDatabase(access: SocketAccess): Promise<void> {
  const client = new pg.Client({
    connectionString: socketUrl({ ...access, database: 'postgres', role: superuserRole }),
  });
  // The server may die right now. The query then fails, and an unhandled error event must not end the supervisor.
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ role: boolean; database: boolean }>(
      `select exists (select from pg_roles where rolname = $1) as role,
              exists (select from pg_database where datname = $2) as database`,
      [applicationRole, applicationDatabase],
    );
    if (!rows[0]?.role) await client.query(`create role ${applicationRole} login`);
    await client.query(`alter role ${applicationRole} password '${rolePassword(access.secret, applicationRole)}'`);
    if (!rows[0]?.database) await client.query(`create database ${applicationDatabase} owner ${applicationRole}`);
  } finally {
    await client.end();
  }
}

/** Created under a temporary name and renamed when complete, so an interrupted start can be repeated. */
async function createClusterOnce(placement: Placement, durable: boolean): Promise<void> {
  const present = await access(path.join(placement.cluster, 'PG_VERSION')).then(
    () => true,
    () => false,
  );
  if (present) return;
  const arriving = `${placement.cluster}.arriving`;
  await rm(arriving, { recursive: true, force: true });
  const args = [
    `--pgdata=${arriving}`,
    '--username=postgres',
    '--encoding=UTF8',
    // PostgreSQL's built-in Unicode collation sorts the same on every machine, whatever its C library.
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    `--locale=${process.platform === 'linux' ? 'C.UTF-8' : 'C'}`,
    // Rejects connections until the first start sets the passwords.
    '--auth-local=reject',
    '--auth-host=reject',
    ...(durable ? [] : ['--no-sync']),
  ];
  const command = commandAs(placement.privilege, path.join(placement.programs, 'initdb'), args);
  try {
    await promisify(execFile)(...command, { cwd: '/', env: postgresEnvironment() });
  } catch (error) {
    const output = error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error);
    throw new StartProblem(`Couldn’t create the database in ${placement.cluster}:\n${output.trim()}`);
  }
  await rename(arriving, placement.cluster);
}
