import { randomBytes } from 'node:crypto';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { identify, type ProcessIdentity, stillRuns } from './process-identity.ts';
import { StartProblem } from './start-problem.ts';

export type InstanceLock = { release(): Promise<void> };

type Holder = { supervisor: ProcessIdentity; watchdog?: ProcessIdentity | undefined };

/**
 * Allows one Lectern per data directory. A lock whose holder has exited is taken over, even if its pid is now in use
 * by another process.
 */
export async function lockDataDirectory(dataDir: string, watchdogPid?: number): Promise<InstanceLock> {
  const lockFile = path.join(dataDir, 'lectern.lock');
  const holder: Holder = {
    supervisor: identify(process.pid),
    watchdog: watchdogPid === undefined ? undefined : identify(watchdogPid),
  };
  const own = asideName(lockFile);
  await writeFile(own, JSON.stringify(holder), { mode: 0o600 });
  try {
    // link() fails if the name exists and otherwise creates a complete file, so nobody ever reads half a lock.
    while (!(await linked(own, lockFile))) await clearStale(lockFile, dataDir);
  } finally {
    await rm(own, { force: true });
  }
  return { release: () => rm(lockFile, { force: true }) };
}

async function linked(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

async function clearStale(lockFile: string, dataDir: string): Promise<void> {
  const content = await readFile(lockFile, 'utf8').catch(() => undefined);
  if (content === undefined) return;
  const holder = parseHolder(content);
  if (holder && stillRuns(holder.supervisor)) {
    throw new StartProblem(
      `Lectern is already running with the data directory ${dataDir} (process ${holder.supervisor.pid}). ` +
        'Stop it first. To run a second one, set LECTERN_DATA_DIR and PORT.',
    );
  }
  // After a supervisor is killed, its watchdog stops what is left; starting earlier would make two sets of children
  // compete for the port.
  while (holder?.watchdog && stillRuns(holder.watchdog)) await sleep(50);
  // Two processes starting at once may both get here: only one can rename, and it must check that it took the lock it
  // judged stale.
  const taken = asideName(lockFile);
  await rename(lockFile, taken).catch(() => undefined);
  if ((await readFile(taken, 'utf8').catch(() => content)) !== content) await linked(taken, lockFile);
  await rm(taken, { force: true });
}

function asideName(lockFile: string): string {
  return `${lockFile}.${randomBytes(6).toString('hex')}`;
}

function parseHolder(content: string): Holder | undefined {
  try {
    const parsed = JSON.parse(content);
    return Number.isInteger(parsed?.supervisor?.pid) ? parsed : undefined;
  } catch {
    // Truncated by a power failure, so its writer is gone.
    return undefined;
  }
}
