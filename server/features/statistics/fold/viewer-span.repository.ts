import type { Days } from '@lectern/contract/statistics/figure.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../../platform/db/database.ts';
import { markRecents } from './recent.repository.ts';
import { type Cell, sketchSize } from './sketch.ts';
import { dayAfter, lastDayOf, type Recent, type Span, spanKinds } from './span.ts';

/** Rows in one statement. */
const rowsAtOnce = 5_000;

/** The week, the month and the quarter of a day no longer tell what its people are, and the last days may have more. */
export async function markSpans(transaction: Executor, day: string): Promise<void> {
  await markRecents(transaction, day);
  await sql`insert into access_unsettled_spans (span, day)
    select span, date_trunc(span, ${day}::date)::date from unnest(${[...spanKinds]}::text[]) span
    on conflict do nothing`.execute(transaction);
}

const after = dayAfter({ span: sql`access_unsettled_spans.span`, day: sql`access_unsettled_spans.day` });

/** One that is over before a day and has waited for a while: more may come to it. Quarters wait for their months. */
export async function findUnsettledSpan(db: Executor, today: string, restSeconds: number): Promise<Span | undefined> {
  const { rows } = await sql<Span>`select span, day::text as day from access_unsettled_spans
    where ${after} <= ${today}::date
      and since <= now() - ${restSeconds}::integer * interval '1 second'
      and not exists (select from access_unsettled_days unsettled
        where unsettled.day >= access_unsettled_spans.day
          and unsettled.day < ${after})
      and not (span = 'quarter' and exists (select from access_unsettled_spans months
        where months.span = 'month' and months.day >= access_unsettled_spans.day and months.day < ${after}))
    order by day, span limit 1`.execute(db);
  return rows[0];
}

/** Spans of which only the days are to be asked, and the last days that are counted. */
export async function readSpanState(
  db: Executor,
  { from, to }: Days,
): Promise<{ unsettled: Span[]; recents: Recent[] }> {
  type Row = (Span & { last: null }) | ({ span: 'recent' } & Recent);
  const { rows } = await sql<Row>`
    select span, day::text as day, null as last, null as changed from access_unsettled_spans
    where day between ${from}::date - 31 and ${to}::date
    union all select 'recent', day::text, last::text, changed::text[] from access_recents`.execute(db);
  return {
    unsettled: rows.flatMap((row) => (row.span === 'recent' ? [] : [{ span: row.span, day: row.day }])),
    recents: rows.flatMap((row) => (row.span === 'recent' ? [row] : [])),
  };
}

export async function removeUnsettledSpan(transaction: Executor, { span, day }: Span): Promise<void> {
  await sql`delete from access_unsettled_spans where span = ${span} and day = ${day}::date`.execute(transaction);
}

/** Answers whether there was anything of it. */
export async function deleteSpan(transaction: Executor, { span, day }: Span): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`delete from access_viewer_spans
    where span = ${span} and day + 0 = ${day}::date`.execute(transaction);
  return numAffectedRows > 0n;
}

/** What a span is put together from: a quarter from its months, all others from their days. */
function partsOf(span: Span): RawBuilder<unknown> {
  const within = sql`day + 0 between ${span.day}::date and ${lastDayOf(span)}::date`;
  return span.span === 'quarter'
    ? sql`(select *, viewers <= ${sql.lit(sketchSize)} as counted from access_viewer_spans where span = 'month' and ${within}) parts`
    : sql`(select *, true as counted from access_viewers where ${within}) parts`;
}

export async function listKeySizes(db: Executor, span: Span): Promise<{ key: number; bytes: number }[]> {
  const { rows } = await sql<{ key: number; bytes: number }>`
    select key, sum(length(sketch) + 40)::bigint as bytes from ${partsOf(span)} group by key order by key`.execute(db);
  return rows;
}

export async function listPartCells(
  db: Executor,
  span: Span,
  { first, last }: { first: number; last: number },
): Promise<Cell[]> {
  const { rows } = await sql<Cell>`
    select dimension, key, within, within_key, viewers, counted, sketch from ${partsOf(span)}
    where key between ${first} and ${last} order by key, within, within_key`.execute(db);
  return rows;
}

export async function insertSpanCells(
  transaction: Executor,
  { span, day }: Span,
  cells: readonly Cell[],
): Promise<void> {
  for (let from = 0; from < cells.length; from += rowsAtOnce) {
    const part = cells.slice(from, from + rowsAtOnce);
    const of = <Value>(read: (cell: Cell) => Value) => part.map(read);
    await sql`insert into access_viewer_spans (span, day, dimension, key, within, within_key, viewers, sketch)
      select ${span}, ${day}::date, * from unnest(${of((cell) => cell.dimension)}::smallint[],
        ${of((cell) => cell.key)}::integer[], ${of((cell) => cell.within)}::smallint[],
        ${of((cell) => cell.within_key)}::integer[], ${of((cell) => cell.viewers)}::integer[],
        ${of((cell) => cell.sketch)}::bytea[])`.execute(transaction);
  }
}
