import { randomBytes } from 'node:crypto';
import { chmod, mkdir, readFile, realpath, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../config/config.ts';
import { StartProblem } from '../supervisor/start-problem.ts';
import { findNativeFolder } from './native-folder.ts';
import { namespaceWorks, type Privilege } from './privilege.ts';
import { readSharedPlace, takeSharedPlace } from './shared-place.ts';
import { chooseSocketDirectory, makeSocketDirectory } from './socket-directory.ts';

export type RunAs = Config['postgresRunAs'];

/** Where the embedded PostgreSQL of one data directory lives, and as whom it runs. */
export type Placement = {
  privilege: Privilege;
  programs: string;
  cluster: string;
  socketDirectory: string;
  /** What the passwords of its roles are made of. */
  secret: string;
};

/** In the data directory, owner only; where that cannot work for root, in a shared place that belongs to nobody. */
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

/** What the passwords of all roles are made of, in the data directory for its owner alone. */
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
      throw new StartProblem(`The database of this data directory is in ${sharedPlace}: start Lectern as root.`);
    }
    if (runAs === 'auto' || runAs === 'self') return 'self';
    throw new StartProblem(`LECTERN_POSTGRES_RUN_AS=${runAs} is for root; as an ordinary user leave it out.`);
  }
  if (runAs === 'self') {
    throw new StartProblem('PostgreSQL refuses to run as root: leave LECTERN_POSTGRES_RUN_AS out, or be another user.');
  }
  // Once there, it stays there: anything else would start with an empty database.
  if (sharedPlace && runAs === 'namespace') {
    throw new StartProblem(
      `The database of this data directory is in ${sharedPlace}: leave LECTERN_POSTGRES_RUN_AS out.`,
    );
  }
  if (sharedPlace || runAs === 'setpriv') return 'setpriv';
  if (await circumstances.namespaceWorks()) return 'namespace';
  if (runAs === 'auto') return 'setpriv';
  throw new StartProblem(
    'User namespaces are refused here, or the data directory is closed to them: leave LECTERN_POSTGRES_RUN_AS out.',
  );
}
