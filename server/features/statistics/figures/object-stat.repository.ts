import type { Days } from '@lectern/contract/statistics/figure.ts';
import { sql } from 'kysely';
import type { Executor } from '../../../platform/db/database.ts';
import type { Condition } from '../../../platform/list/list-source.ts';
import { numberOf } from '../rollup/dimension.ts';
import { hasKey } from './selection.ts';

export type ObjectFacts = {
  id: string;
  name: string;
  kind: string | null;
  duration: number | null;
  courseId: string | null;
};

/** What is looked at, where this person may read it. */
export async function findResource(db: Executor, id: string, readable: Condition): Promise<ObjectFacts | undefined> {
  const { rows } =
    await sql<ObjectFacts>`select id, title as name, kind, duration_seconds as duration, null as "courseId"
    from resources where id = ${id} and state <> 'purged' and ${readable}`.execute(db);
  return rows[0];
}

export async function findCourse(db: Executor, id: string, readable: Condition): Promise<ObjectFacts | undefined> {
  const { rows } = await sql<ObjectFacts>`select courses.id, courses.name, null as kind, null as duration,
    courses.id as "courseId" from courses where courses.id = ${id} and ${readable}`.execute(db);
  return rows[0];
}

export async function findChapter(db: Executor, id: string, readable: Condition): Promise<ObjectFacts | undefined> {
  const { rows } = await sql<ObjectFacts>`select chapters.id, chapters.title as name, null as kind, null as duration,
    courses.id as "courseId" from chapters join courses on courses.id = chapters.course_id
    where chapters.id = ${id} and ${readable}`.execute(db);
  return rows[0];
}

/** Milliseconds played of each hundredth, of whole months. */
export async function sumHundredths(
  db: Executor,
  resourceId: string,
  { from, to }: Days,
): Promise<Map<number, number>> {
  const { rows } = await sql<{ hundredth: number; ms: number }>`
    select within_key as hundredth, sum(play_ms)::bigint as ms from access_rollups
    where ${hasKey(sql`key`, { dimension: 'resource', keys: [resourceId] })} and within = ${numberOf('hundredth')}
      and span = 'month' and day between ${from}::date and ${to}::date group by within_key`.execute(db);
  return new Map(rows.map(({ hundredth, ms }) => [hundredth, ms]));
}
