import { readFileSync } from 'node:fs';

const ticksPerSecond = 100;

/** Processor seconds of this process, and of every program that it started and that has ended, with all of theirs. */
export function processorTime(): { own: number; children: number } {
  const stat = readFileSync('/proc/self/stat', 'utf8');
  // Counted from behind the name, which may hold anything: utime, stime, cutime, cstime.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [utime = 0, stime = 0, cutime = 0, cstime = 0] = fields.slice(11, 15).map(Number);
  return { own: (utime + stime) / ticksPerSecond, children: (cutime + cstime) / ticksPerSecond };
}

export type Cost = { cpuSeconds: number; seconds: number };

/** What a piece of work costs; of bare programs only they themselves count, not what starts them here. */
export async function costOf(what: 'children' | 'all', work: () => Promise<unknown>): Promise<Cost> {
  const [before, started] = [processorTime(), performance.now()];
  await work();
  const after = processorTime();
  const own = what === 'all' ? after.own - before.own : 0;
  return { cpuSeconds: after.children - before.children + own, seconds: (performance.now() - started) / 1000 };
}
