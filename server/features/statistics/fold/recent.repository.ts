import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../../platform/db/database.ts';
import type { Cover } from '../figures/viewer-cover.ts';
import { type CellDimension, dimensionNumbers } from './cell.ts';
import { sketchSize } from './sketch.ts';
import { spanKinds } from './span.ts';
import type { Cell } from './viewer-span.repository.ts';

/** Some days up to yesterday, from its first day to its last. */
export type Recent = { day: string; last: string };

/** Dimensions of which it may have to be found out which keys have most; those of others are few, or have lists. */
export const recentDimensions: readonly CellDimension[] = ['department', 'subject', 'column', 'course', 'site'];

/** Those that hold. */
export async function listRecents(db: Executor): Promise<Recent[]> {
  const { rows } = await sql<Recent>`select day::text as day, last::text as last from access_recents`.execute(db);
  return rows;
}

/** They no longer tell what the people of a day are. */
export async function removeRecentsOf(transaction: Executor, day: string): Promise<void> {
  await sql`delete from access_recents where ${day}::date between day and last`.execute(transaction);
}

/** All of them; `butOf`: but for the people of what begins on such a day. */
export async function removeRecents(
  transaction: Executor,
  { butOf = [] }: { butOf?: readonly string[] } = {},
): Promise<void> {
  await sql`delete from access_recents`.execute(transaction);
  await sql`delete from access_recent_viewers where day <> all (${butOf}::date[])`.execute(transaction);
}

export async function insertRecent(transaction: Executor, { day, last }: Recent): Promise<void> {
  await sql`insert into access_recents (day, last) values (${day}::date, ${last}::date)`.execute(transaction);
}

export async function insertRecentViewers(
  transaction: Executor,
  { day }: Recent,
  cells: readonly Pick<Cell, 'dimension' | 'key' | 'viewers' | 'counted'>[],
): Promise<void> {
  await sql`insert into access_recent_viewers (day, dimension, key, viewers, counted)
    select ${day}::date, * from unnest(${cells.map(({ dimension }) => dimension)}::smallint[],
      ${cells.map(({ key }) => key)}::integer[], ${cells.map(({ viewers }) => viewers)}::integer[],
      ${cells.map(({ counted }) => counted)}::boolean[])`.execute(transaction);
}

export async function hasUnsettledDays(db: Executor, { before }: { before: string }): Promise<boolean> {
  const { rows } = await sql`select from access_unsettled_days where day < ${before}::date limit 1`.execute(db);
  return rows.length > 0;
}

/** What there is of each key of a dimension, one behind the other. */
export async function listCoverCells(db: Executor, { days, spans }: Cover, dimension: CellDimension): Promise<Cell[]> {
  const alone = sql`within = 0 and within_key = 0 and dimension = ${sql.lit(dimensionNumbers[dimension])}`;
  const pieces = spanKinds.map(
    (kind): RawBuilder<unknown> => sql`select dimension, key, within, within_key, viewers,
        viewers <= ${sql.lit(sketchSize)} as counted, sketch from access_viewer_spans where ${alone} and span = ${kind}
        and day = any (${spans.filter(({ span }) => span === kind).map(({ day }) => day)}::date[])`,
  );
  const { rows } = await sql<Cell>`
    select dimension, key, within, within_key, viewers, true as counted, sketch from access_viewers
    where ${alone} and day = any (${days}::date[])
    union all ${sql.join(pieces, sql` union all `)} order by key`.execute(db);
  return rows;
}
