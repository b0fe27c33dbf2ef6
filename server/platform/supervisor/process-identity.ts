import { readFileSync } from 'node:fs';
import { isAlive } from './end-process.ts';

/** Process ids are used again; together with the instant of their start they name one process for good. */
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

/** From Linux's /proc; elsewhere there is none, and the id alone has to do. */
function readStart(pid: number): { startedAt: string; zombie: boolean } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the command in parentheses and may itself hold spaces and parentheses.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const bootId = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return { startedAt: `${bootId}/${fields[19]}`, zombie: fields[0] === 'Z' };
  } catch {
    return undefined;
  }
}
