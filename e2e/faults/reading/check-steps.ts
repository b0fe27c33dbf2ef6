import { readdir } from 'node:fs/promises';
import type pg from 'pg';

export type HeldStep = { title: string; kind: string };
export type StepOutcome = { tries: number; startedAt: number; finishedAt: number };

type StepRecord = {
  state: string;
  tries: number;
  cause: string | null;
  log: string;
  started_at: Date;
  finished_at: Date;
};

/** The try that was killed and the one that succeeded. */
const mostTries = 2;

/** The outcome of a step, or a description of what is wrong. */
export async function checkStep(pool: pg.Pool, { title, kind }: HeldStep): Promise<StepOutcome | string> {
  const { rows } = await pool.query<StepRecord>(
    `select jobs.state, jobs.tries, jobs.cause, jobs.log, jobs.started_at, jobs.finished_at
     from jobs join resources on resources.id = jobs.resource_id where resources.file_name like $1 || '.%' and jobs.kind = $2`,
    [title, kind],
  );
  const [row] = rows;
  if (!row || rows.length > 1) return `${title}: ${rows.length} steps ${kind}`;
  if (row.state !== 'done') return `${title}: ${kind} is ${row.state} (${row.cause})`;
  if (row.tries > mostTries) return `${title}: ${kind} took ${row.tries} tries:\n${row.log}`;
  return { tries: row.tries, startedAt: row.started_at.getTime(), finishedAt: row.finished_at.getTime() };
}

/** Reports duplicate readings and renditions, and resources without text. */
export async function findDoubles(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ what: string }>(`
    select 'read twice: ' || title || ' ' || readings.source as what
      from readings join resources on resources.id = readings.resource_id
      group by title, resources.id, readings.source having count(*) > 1
    union all
    select 'derived twice: ' || title || ' ' || renditions.kind || ' ' || page
      from renditions join resources on resources.version_id = renditions.version_id
      group by title, resources.id, renditions.kind, page having count(*) > 1
    union all
    select 'no text: ' || title from resources where file_name like 'hold-%' and not has_text`);
  return rows.map(({ what }) => what);
}

/** Temporary folders left behind by killed workers. */
export async function findLeftFolders(folder: string): Promise<string[]> {
  const names = await readdir(folder);
  return names.filter((name) => name.startsWith('lectern-work-')).map((name) => `left behind: ${name}`);
}
