import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { endProcess } from '../supervisor/end-process.ts';
import { identify, stillRuns } from '../supervisor/process-identity.ts';

/** Above the largest id that Linux gives out. */
const nobodysPid = 2 ** 22 + 1;

/**
 * After a crash postmaster.pid may name a process that is gone, a stranger that was given the same id (common in
 * containers), or a PostgreSQL that lost its supervisor. The first PostgreSQL sorts out by itself; the others are
 * for us, who hold the lock on the data directory. The file is never removed: it names the shared memory by which
 * PostgreSQL sees that helpers of the last one are still at work.
 */
export async function stopLeftoverPostmaster(cluster: string): Promise<void> {
  const pidFile = path.join(cluster, 'postmaster.pid');
  const content = await readFile(pidFile, 'utf8').catch(() => undefined);
  if (content === undefined) return;
  // A single-user backend writes its id below zero.
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

/** It is not our child, so there is no exit event to wait for. */
async function goneByItself(pid: number): Promise<void> {
  const identity = identify(pid);
  while (stillRuns(identity)) await sleep(50);
}

/** Where there is no /proc. */
async function isPostgresByPs(pid: number, cluster: string): Promise<boolean> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'command=', '-p', String(pid)]);
  return stdout.includes(cluster);
}
