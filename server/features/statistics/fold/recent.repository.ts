import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../../platform/db/database.ts';
import type { Cover } from '../figures/viewer-cover.ts';
import { type CellDimension, dimensionNumbers } from './cell.ts';
import { type Cell, sketchSize } from './sketch.ts';
import { type Recent, spanKinds } from './span.ts';

/** Dimensions of which it may have to be found out which keys have most; those of others are few, or have lists. */
export const recentDimensions: readonly CellDimension[] = ['department', 'subject', 'column', 'course', 'site'];

export async function listRecents(db: Executor): Promise<Recent[]> {
  const { rows } = await sql<Recent>`select day::text as day, last::text as last, changed::text[] as changed
    from access_recents`.execute(db);
  return rows;
}

/** The people of a day may be more than when it was counted. */
export async function markRecents(transaction: Executor, day: string): Promise<void> {
  await sql`update access_recents set changed = changed || ${day}::date
    where ${day}::date between day and last and ${day}::date <> all (changed)`.execute(transaction);
}

export async function removeRecents(transaction: Executor): Promise<void> {
  await sql`delete from access_recents`.execute(transaction);
  await sql`delete from access_recent_viewers`.execute(transaction);
}

/** Those that begin on such a day. */
export async function removeRecentsFrom(transaction: Executor, days: readonly string[]): Promise<void> {
  await sql`delete from access_recents where day = any (${days}::date[])`.execute(transaction);
  await sql`delete from access_recent_viewers where day = any (${days}::date[])`.execute(transaction);
}

export async function insertRecent(transaction: Executor, { day, last }: Omit<Recent, 'changed'>): Promise<void> {
  await sql`insert into access_recents (day, last) values (${day}::date, ${last}::date)`.execute(transaction);
}

export async function insertRecentViewers(
  transaction: Executor,
  day: string,
  cells: readonly Pick<Cell, 'dimension' | 'key' | 'viewers'>[],
): Promise<void> {
  await sql`insert into access_recent_viewers (day, dimension, key, viewers)
    select ${day}::date, * from unnest(${cells.map(({ dimension }) => dimension)}::smallint[],
      ${cells.map(({ key }) => key)}::integer[], ${cells.map(({ viewers }) => viewers)}::integer[])`.execute(
    transaction,
  );
}

export async function hasUnsettledDays(db: Executor, { before }: { before: string }): Promise<boolean> {
  const { rows } = await sql`select from access_unsettled_days where day < ${before}::date limit 1`.execute(db);
  return rows.length > 0;
}

/** What there is of each key of a dimension. */
function partsOf({ days, spans }: Cover, dimension: CellDimension): RawBuilder<unknown> {
  const alone = sql`within = 0 and within_key = 0 and dimension = ${sql.lit(dimensionNumbers[dimension])}`;
  const pieces = spanKinds.map(
    (kind): RawBuilder<unknown> => sql`select dimension, key, within, within_key, viewers,
        viewers <= ${sql.lit(sketchSize)} as counted, sketch from access_viewer_spans where ${alone} and span = ${kind}
        and day = any (${spans.filter(({ span }) => span === kind).map(({ day }) => day)}::date[])`,
  );
  return sql`(select dimension, key, within, within_key, viewers, true as counted, sketch from access_viewers
    where ${alone} and day = any (${days}::date[]) union all ${sql.join(pieces, sql` union all `)}) parts`;
}

export async function listCoverSizes(
  db: Executor,
  cover: Cover,
  dimension: CellDimension,
): Promise<{ key: number; bytes: number }[]> {
  const { rows } = await sql<{ key: number; bytes: number }>`select key, sum(length(sketch) + 40)::bigint as bytes
    from ${partsOf(cover, dimension)} group by key order by key`.execute(db);
  return rows;
}

/** Key by key, those from one to another. */
export async function listCoverCells(
  db: Executor,
  cover: Cover,
  { dimension, first, last }: { dimension: CellDimension; first: number; last: number },
): Promise<Cell[]> {
  const { rows } = await sql<Cell>`select * from ${partsOf(cover, dimension)}
    where key between ${first} and ${last} order by key`.execute(db);
  return rows;
}
