import { createHash, randomBytes } from 'node:crypto';
import { chmod, lstat, mkdir, readFile, realpath, rename, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Config } from '../config/config.ts';
import { StartProblem } from '../supervisor/start-problem.ts';
import { namespaceWorks, type Privilege } from './privilege.ts';
import { findNativeFolder, readSharedPlace, takeSharedPlace } from './shared-place.ts';

export type RunAs = Config['postgresRunAs'];

/** Where a data directory's embedded PostgreSQL is stored, and as which user it runs. */
export type Placement = {
  privilege: Privilege;
  programs: string;
  cluster: string;
  socketDirectory: string;
  /** The secret that role passwords are derived from. */
  secret: string;
};

/**
 * In the data directory, accessible to its owner only; where that can't work for root, in a shared folder owned by
 * `nobody`.
 */
export async function placePostgres(dataDir: string, runAs: RunAs): Promise<Placement> {
  const home = path.join(await realpath(dataDir), 'postgres');
  await mkdir(home, { recursive: true, mode: 0o700 });
  const native = await findNativeFolder();
  const sharedPlace = await readSharedPlace(home);
  const privilege = await choosePrivilege(runAs, {
    isRoot: process.getuid?.() === 0,
    sharedPlace,
    namespaceWorks: () => namespaceWorks(path.join(native.folder, 'bin', 'postgres'), home),
  });
  const secret = await readOrMakeSecret(path.join(home, 'secret'));
  if (privilege === 'setpriv') return { privilege, secret, ...(await takeSharedPlace(home, native)) };

  const socketDirectory = chooseSocketDirectory(path.join(home, 'socket'));
  await makeSocketDirectory(socketDirectory);
  return {
    privilege,
    programs: path.join(native.folder, 'bin'),
    cluster: path.join(home, 'cluster'),
    socketDirectory,
    secret,
  };
}

/** The secret for all role passwords, stored in the data directory and readable by its owner only. */
async function readOrMakeSecret(file: string): Promise<string> {
  const kept = await readFile(file, 'utf8').catch(() => '');
  if (/^[0-9a-f]{64}\n$/.test(kept)) return kept.trim();
  const secret = randomBytes(32).toString('hex');
  await writeFile(`${file}.arriving`, `${secret}\n`, { mode: 0o600 });
  await chmod(`${file}.arriving`, 0o600);
  await rename(`${file}.arriving`, file);
  return secret;
}

type Circumstances = { isRoot: boolean; sharedPlace: string | undefined; namespaceWorks: () => Promise<boolean> };

export async function choosePrivilege(runAs: RunAs, circumstances: Circumstances): Promise<Privilege> {
  const { isRoot, sharedPlace } = circumstances;
  if (!isRoot) {
    if (sharedPlace) {
      throw new StartProblem(`The database of this data directory is in ${sharedPlace}. Start Lectern as root.`);
    }
    if (runAs === 'auto' || runAs === 'self') return 'self';
    throw new StartProblem(`LECTERN_POSTGRES_RUN_AS=${runAs} only works as root. Unset it.`);
  }
  if (runAs === 'self') {
    throw new StartProblem(
      'PostgreSQL can’t run as root. Unset LECTERN_POSTGRES_RUN_AS, or start Lectern as another user.',
    );
  }
  // A cluster in the shared folder stays there, because any other mode would start with an empty database.
  if (sharedPlace && runAs === 'namespace') {
    throw new StartProblem(`The database of this data directory is in ${sharedPlace}. Unset LECTERN_POSTGRES_RUN_AS.`);
  }
  if (sharedPlace || runAs === 'setpriv') return 'setpriv';
  if (await circumstances.namespaceWorks()) return 'namespace';
  if (runAs === 'auto') return 'setpriv';
  throw new StartProblem(
    'User namespaces don’t work here, or can’t reach the data directory. Unset LECTERN_POSTGRES_RUN_AS.',
  );
}

/** sun_path holds 108 bytes on Linux and 104 on macOS, including the terminating NUL. */
const longestSocketPathBytes = 103;
const socketName = '.s.PGSQL.5432.lock';

/** Next to the cluster if the path is short enough, otherwise in the system's runtime or temporary directory. */
export function chooseSocketDirectory(besideCluster: string, runtimeRoot = defaultRuntimeRoot()): string {
  if (Buffer.byteLength(path.join(besideCluster, socketName)) <= longestSocketPathBytes) return besideCluster;
  const name = createHash('sha256').update(besideCluster).digest('hex').slice(0, 16);
  return path.join(runtimeRoot, `lectern-${name}`);
}

function defaultRuntimeRoot(): string {
  if (process.getuid?.() === 0 && process.platform === 'linux') return '/run';
  return os.tmpdir();
}

/** The owner of this folder could impersonate the database, so folders of other accounts are refused. */
export async function makeSocketDirectory(directory: string): Promise<void> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const found = await lstat(directory);
  if (!found.isDirectory() || found.uid !== process.getuid?.() || (found.mode & 0o077) !== 0) {
    throw new StartProblem(
      `The database socket directory ${directory} is owned by or open to another user. Delete it and start again.`,
    );
  }
}
