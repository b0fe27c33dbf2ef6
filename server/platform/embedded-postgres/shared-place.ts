import { createHash } from 'node:crypto';
import {
  access,
  chmod,
  chown,
  cp,
  lchown,
  lstat,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  writeFile,
} from 'node:fs/promises';
import path from 'node:path';
import { StartProblem } from '../supervisor/start-problem.ts';
import { stopLeftoverPostmaster } from './leftover-postmaster.ts';
import type { NativeFolder } from './native-folder.ts';
import { unprivilegedId } from './privilege.ts';

/** Readable for every account on the way down: a home directory of mode 0700 would lock PostgreSQL out. */
const sharedRoot = '/var/lib/lectern';

type SharedPlacement = { programs: string; cluster: string; socketDirectory: string };

/** The folder in which the cluster of this data directory was placed outside of it, if it was. */
export async function readSharedPlace(home: string): Promise<string | undefined> {
  const place = await readFile(pointerFile(home), 'utf8').catch(() => undefined);
  return place?.trim() || undefined;
}

/** Said only once a cluster exists there: a pointer to nothing would hide a loss behind a fresh database. */
export async function rememberSharedPlace(home: string, place: string): Promise<void> {
  await writeFile(pointerFile(home), `${place}\n`, { mode: 0o600 });
}

export async function takeSharedPlace(home: string, native: NativeFolder): Promise<SharedPlacement> {
  const remembered = await readSharedPlace(home);
  const name = createHash('sha256').update(home).digest('hex').slice(0, 16);
  const place = remembered ?? path.join(sharedRoot, name);
  const cluster = path.join(place, 'cluster');
  if (remembered && !(await exists(path.join(cluster, 'PG_VERSION')))) {
    throw new StartProblem(
      `The database should be in ${cluster} but is not there. Bring it back, or remove ${pointerFile(home)} to start with an empty one.`,
    );
  }
  await mkdir(sharedRoot, { recursive: true, mode: 0o755 });
  await makeOwnFolder(place);
  await claim(place, home);
  await moveCluster(path.join(home, 'cluster'), cluster);
  const socketDirectory = path.join(place, 'socket');
  await makeOwnFolder(socketDirectory);
  return { programs: path.join(await copyPrograms(native), 'bin'), cluster, socketDirectory };
}

/** A copied data directory names the same place as its original; only one of them may have it. */
async function claim(place: string, home: string): Promise<void> {
  const ownerFile = path.join(place, 'data-directory');
  const owner = (await readFile(ownerFile, 'utf8').catch(() => home)).trim();
  if (owner !== home && (await readSharedPlace(owner)) === place) {
    throw new StartProblem(`The database in ${place} belongs to the data directory ${path.dirname(owner)}.`);
  }
  await writeFile(ownerFile, `${home}\n`, { mode: 0o600 });
}

async function moveCluster(from: string, to: string): Promise<void> {
  if (!(await exists(path.join(from, 'PG_VERSION'))) || (await exists(to))) return;
  await stopLeftoverPostmaster(from);
  const arriving = `${to}.arriving`;
  await rm(arriving, { recursive: true, force: true });
  await cp(from, arriving, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
  await chown(arriving, unprivilegedId, unprivilegedId);
  for (const entry of await readdir(arriving, { recursive: true })) {
    await lchown(path.join(arriving, entry), unprivilegedId, unprivilegedId);
  }
  await rename(arriving, to);
  await rename(from, `${from}-before-move`);
}

async function copyPrograms(native: NativeFolder): Promise<string> {
  const programs = path.join(sharedRoot, `postgresql-${native.version}`);
  if (await exists(programs)) return programs;
  const arriving = `${programs}.${process.pid}`;
  await cp(native.folder, arriving, { recursive: true, verbatimSymlinks: true });
  await openForReading(arriving);
  await rename(arriving, programs).catch(async (error: unknown) => {
    // Another Lectern on this machine was faster; its copy is the same.
    await rm(arriving, { recursive: true, force: true });
    if (!(await exists(programs))) throw error;
  });
  return programs;
}

/** A tree that was cloned under a strict umask is closed to everybody else. */
async function openForReading(folder: string): Promise<void> {
  for (const entry of ['', ...(await readdir(folder, { recursive: true }))]) {
    const file = path.join(folder, entry);
    const found = await lstat(file);
    if (!found.isSymbolicLink()) await chmod(file, found.mode & 0o100 ? 0o755 : 0o644);
  }
}

async function makeOwnFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700);
  await chown(folder, unprivilegedId, unprivilegedId);
}

function pointerFile(home: string): string {
  return path.join(home, 'placed-in');
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
