import { readdirSync, readFileSync } from 'node:fs';

/** The command lines of all processes that have this in theirs. From /proc: a fresh machine has no `ps`. */
export function runningCommands(part: string): string[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.map(commandOf).filter((command) => command.includes(part));
}

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
  } catch {
    // It has ended since.
    return '';
  }
}
