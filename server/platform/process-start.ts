import { readFileSync } from 'node:fs';

/**
 * When a process was started, in ticks since the machine was; nothing when there is none. In a container every worker
 * may have the same number: only with the moment of its start it is the same process.
 */
export function processStart(pid: string | number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // Its name, in parentheses, may hold anything.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}
