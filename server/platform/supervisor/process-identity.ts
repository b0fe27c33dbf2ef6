import { readFileSync } from 'node:fs';
import { isAlive } from './end-process.ts';

/** Pids are reused, so a process is identified by its pid and start time. */
export type ProcessIdentity = { pid: number; startedAt: string | undefined };

export function identify(pid: number): ProcessIdentity {
  return { pid, startedAt: readStart(pid)?.startedAt };
}

export function stillRuns(identity: ProcessIdentity): boolean {
  if (!isAlive(identity.pid)) return false;
  const start = readStart(identity.pid);
  if (!start) return true;
  if (start.zombie) return false;
  return identity.startedAt === undefined || identity.startedAt === start.startedAt;
}

/** Read from Linux's /proc; on other systems there is none, and the pid alone has to do. */
function readStart(pid: number): { startedAt: string; zombie: boolean } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the command in parentheses, which may itself contain spaces and parentheses.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const bootId = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return { startedAt: `${bootId}/${fields[19]}`, zombie: fields[0] === 'Z' };
  } catch {
    return undefined;
  }
}
