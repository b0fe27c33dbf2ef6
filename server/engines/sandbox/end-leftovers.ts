import { readdirSync, readFileSync } from 'node:fs';
import { processStart } from '../../platform/process-start.ts';

/** The name in the environment by which what belongs to a run is found again. */
export const markName = 'LECTERN_SANDBOX';

let runs = 0;

/** Of this process and of one run of it alone. */
export function newMark(): string {
  runs += 1;
  return `${process.pid}-${processStart(process.pid)}-${runs}`;
}

/**
 * What the sandbox of a run left behind. Bubblewrap ends with whoever started it, except for the moment in which its own
 * child has begun and not yet asked for the same: whoever is killed just then leaves a program that nobody waits for.
 */
export function endLeftovers(mark: string): number {
  return endMarked((other) => other === mark);
}

/** Programs of processes that were killed; answers how many there were. */
export function endAbandonedPrograms(): number {
  return endMarked((mark) => {
    const [pid = '', started = ''] = mark.split('-');
    return processStart(pid) !== started;
  });
}

function endMarked(isMeant: (mark: string) => boolean): number {
  let ended = 0;
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const mark = markOf(pid);
    if (mark === undefined || !isMeant(mark)) continue;
    try {
      process.kill(Number(pid), 'SIGKILL');
      ended += 1;
    } catch {
      // It has ended already, or is somebody else's.
    }
  }
  return ended;
}

function markOf(pid: string): string | undefined {
  try {
    const entries = readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0');
    return entries.find((entry) => entry.startsWith(`${markName}=`))?.slice(markName.length + 1);
  } catch {
    return undefined;
  }
}
