import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { endProcess } from '../supervisor/end-process.ts';
import { identify, stillRuns } from '../supervisor/process-identity.ts';

/**
 * After a crash postmaster.pid may name a process that is gone, a stranger that was given the same id (common in
 * containers), or a PostgreSQL that lost its supervisor. The data directory is locked by us, so none may stay.
 */
export async function stopLeftoverPostmaster(cluster: string): Promise<void> {
  const pidFile = path.join(cluster, 'postmaster.pid');
  const content = await readFile(pidFile, 'utf8').catch(() => undefined);
  if (content === undefined) return;
  const pid = Number.parseInt(content, 10);
  if (pid > 0 && (await servesCluster(pid, cluster))) {
    await endProcess(pid, goneByItself(pid), [
      { signal: 'SIGINT', waitMs: 15_000 },
      { signal: 'SIGQUIT', waitMs: 5_000 },
    ]);
  }
  await rm(pidFile, { force: true });
}

async function servesCluster(pid: number, cluster: string): Promise<boolean> {
  if (!stillRuns({ pid, startedAt: undefined })) return false;
  const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => undefined);
  // Without /proc PostgreSQL itself decides whether the file is stale.
  return commandLine?.split('\0').includes(cluster) ?? false;
}

/** It is not our child, so there is no exit event to wait for. */
async function goneByItself(pid: number): Promise<void> {
  const identity = identify(pid);
  while (stillRuns(identity)) await sleep(50);
}
