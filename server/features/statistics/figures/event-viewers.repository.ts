import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../../platform/db/database.ts';
import { isViewing } from '../fold/cell.ts';
import type { GroupDimension } from './cell-rows.ts';
import { eventColumn, eventsOf, type Selection } from './selection.ts';
import type { Grain, PieceViewers } from './viewer-places.ts';

type Sql = RawBuilder<unknown>;
type Row = { start: string; key: string; value: number };

/** Of whatever no sums are kept of; each person once a day, then once a piece: what is left is a fraction. */
export async function countFromEvents(
  db: Executor,
  selection: Selection,
  grain: Grain,
  groupBy?: GroupDimension,
): Promise<PieceViewers[]> {
  const column = groupBy ? eventColumn(groupBy) : sql`null::text`;
  const day = grain === 'whole' ? sql`null::date` : sql`(at at time zone ${selection.timeZone})::date`;
  const { rows } = await sql<{ start: string; key: string | null; value: number }>`
    select start, part::text as key, count(*)::integer as value from (
      select distinct ${startOf(sql`day`, grain)} as start, part, viewer from (
        select distinct ${day} as day, ${column} as part, viewer from access_events
        where ${eventsOf(selection)} and ${isViewing} ${groupBy ? sql`and ${column} is not null` : sql``}) days) people
    group by start, part`.execute(db);
  return rows.map((row) => ({ ...row, exact: true }));
}

function startOf(day: Sql, grain: Grain): Sql {
  if (grain === 'whole') return sql`''`;
  return grain === 'day' ? sql`(${day})::text` : sql`(date_trunc(${sql.lit(grain)}, ${day}::timestamp)::date)::text`;
}

/** All groups, and piece by piece the first of them, in one look at the events. */
export async function countEventGroups(
  db: Executor,
  selection: Selection,
  { by, grain, drawn }: { by: GroupDimension; grain: Grain; drawn: number },
): Promise<{ whole: PieceViewers[]; pieces: PieceViewers[] }> {
  const column = eventColumn(by);
  const { rows } = await sql<Row & { piece: boolean }>`
    with days as materialized (
      select distinct (at at time zone ${selection.timeZone})::date as day, ${column} as part, viewer from access_events
      where ${eventsOf(selection)} and ${isViewing} and ${column} is not null),
    whole as materialized (
      select part, count(*)::integer as value from (select distinct part, viewer from days) people group by part)
    select false as piece, '' as start, part::text as key, value from whole
    union all
    select true, start, part::text, count(*)::integer from (
      select distinct ${startOf(sql`day`, grain)} as start, part, viewer from days
      where part in (select part from whole order by value desc, part::text limit ${drawn})) people
    group by start, part`.execute(db);
  const of = (isPiece: boolean) =>
    rows.flatMap(({ piece, ...row }) => (piece === isPiece ? [{ ...row, exact: true }] : []));
  return { whole: of(false), pieces: of(true) };
}

/** Hour by hour people are counted among the events of a few days. */
export async function countHourViewers(db: Executor, selection: Selection): Promise<Map<string, number>> {
  const local = sql`(at at time zone ${selection.timeZone})`;
  const { rows } = await sql<{ start: string; hour: number; viewers: number }>`
    select (${local}::date)::text as start, extract(hour from ${local})::integer as hour,
      count(distinct viewer)::integer as viewers
    from access_events where ${eventsOf(selection)} and ${isViewing} group by 1, 2`.execute(db);
  return new Map(rows.map(({ start, hour, viewers }) => [`${start} ${hour}`, viewers]));
}
