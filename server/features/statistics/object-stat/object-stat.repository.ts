import type { Days } from '@lectern/contract/statistics/figure.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../../platform/db/database.ts';
import type { Condition } from '../../../platform/list/list-source.ts';
import { eventsOf, numbersOf, type Selection } from '../figures/selection.ts';
import type { Sums } from '../figures/sums.ts';
import { dimensionNumbers, eventKeys, measureSums, sumsOfSums } from '../fold/cell.ts';

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

export type PartSums = Sums & { key: string };
type Part = 'chapter' | 'resource' | 'course';

/** What the parts of an object have, by one of chapter, resource and course. */
export async function sumParts(db: Executor, selection: Selection, by: Part): Promise<PartSums[]> {
  const rows = selection.scope.kind === 'all' ? courseRows(selection, by) : undefined;
  const key = (part: RawBuilder<unknown>) => sql`(select key from access_keys where id = ${part})`;
  const { rows: parts } = rows
    ? await sql<PartSums>`select ${key(sql`part`)} as key, summed.* from (
        select part, ${sumsOfSums} from (${rows}) parts group by part) summed`.execute(db)
    : await sql<PartSums>`select ${eventKeys[by]} as key, ${measureSums} from access_events
        where ${eventsOf(selection)} and ${eventKeys[by]} is not null group by 1`.execute(db);
  return parts;
}

function courseRows({ constraints, days: { from, to } }: Selection, by: Part): RawBuilder<unknown> {
  const given = constraints.map((one) => sql`and ${sql.id(one.dimension)} = any (${numbersOf(one)})`);
  return sql`select ${sql.id(by)} as part, views, plays, downloads, searches, clicks, play_ms, opened_ms, watched_ms
    from access_course_days
    where day between ${from}::date and ${to}::date and ${sql.id(by)} <> 0 ${sql.join(given, sql` `)}`;
}

/** Thousandths of a second that were played of each hundredth. */
export async function sumHundredths(
  db: Executor,
  resourceId: string,
  { from, to }: Days,
): Promise<Map<number, number>> {
  const { rows } = await sql<{ hundredth: number; ms: number }>`
    select hundredth, sum(play_ms)::bigint as ms from access_retention
    where resource = (select id from access_keys where dimension = ${sql.lit(dimensionNumbers.resource)} and key = ${resourceId})
      and month between ${from}::date and ${to}::date group by hundredth`.execute(db);
  return new Map(rows.map(({ hundredth, ms }) => [hundredth, ms]));
}
