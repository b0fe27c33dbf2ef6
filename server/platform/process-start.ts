import { readFileSync } from 'node:fs';

/**
 * When a process started, in ticks since boot; empty when there is no such process. In containers every worker may
 * have the same pid, so only pid and start time together identify a process.
 */
export function processStart(pid: string | number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The process name, in parentheses, may contain spaces and parentheses.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}
