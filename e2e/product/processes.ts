import { readdirSync, readFileSync } from 'node:fs';

export type ProcessEntry = { pid: number; parent: number; state: string; command: string };

/** Every visible process on this machine, from /proc. */
export function listProcesses(): ProcessEntry[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readProcess(Number(name)) ?? []);
}

/** The process and all its descendants. */
export function familyOf(pid: number): ProcessEntry[] {
  const all = listProcesses();
  const family = all.filter((entry) => entry.pid === pid);
  for (const member of family) family.push(...all.filter((entry) => entry.parent === member.pid));
  return family;
}

/** The processes that still run, excluding others that reuse a pid. */
export function stillRunning(before: readonly ProcessEntry[]): ProcessEntry[] {
  return before.filter(({ pid, command }) => {
    const now = readProcess(pid);
    return now !== undefined && now.state !== 'Z' && now.command === command;
  });
}

function readProcess(pid: number): ProcessEntry | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The command in parentheses may itself hold spaces and parentheses.
    const [state = '', parent = ''] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
    return { pid, parent: Number(parent), state, command };
  } catch {
    // The process ended after it was listed.
    return undefined;
  }
}
