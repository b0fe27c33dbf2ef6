import { readdirSync, readFileSync } from 'node:fs';
import { sql } from 'kysely';
import type { Executor } from '../server/platform/db/database.ts';

const ticksPerSecond = 100;

/** Returns a function that reads the CPU ms used so far by the database server and all its processes, also ended ones. */
export async function postgresCpu(db: Executor): Promise<() => number> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
  const postmaster = statOf(String(rows[0]?.pid))?.parent;
  if (!postmaster) throw new Error('the database server isn’t visible in /proc');
  return () => {
    const children = readdirSync('/proc').flatMap((pid) => {
      const stat = /^\d+$/.test(pid) ? statOf(pid) : undefined;
      return stat?.parent === postmaster ? [stat.own] : [];
    });
    const { own = 0, ended = 0 } = statOf(postmaster) ?? {};
    return ([own, ended, ...children].reduce((sum, ticks) => sum + ticks, 0) * 1000) / ticksPerSecond;
  };
}

/** `own` and `ended` (of children that have ended) are user and system time in ticks. */
function statOf(pid: string): { parent: string; own: number; ended: number } | undefined {
  try {
    // Fields count from after the process name, which may contain spaces and parentheses.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    const ticks = (at: number) => Number(fields[at]);
    return { parent: fields[1] ?? '', own: ticks(11) + ticks(12), ended: ticks(13) + ticks(14) };
  } catch {
    return undefined;
  }
}
