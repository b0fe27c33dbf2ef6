import { readdirSync, readFileSync } from 'node:fs';

/** Command lines of all processes that contain this text. Read from /proc, because a fresh machine has no `ps`. */
export function runningCommands(part: string): string[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.map(commandOf).filter((command) => command.includes(part));
}

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
  } catch {
    // The process has ended in the meantime.
    return '';
  }
}
