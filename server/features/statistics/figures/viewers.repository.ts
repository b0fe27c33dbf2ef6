import type { AccessGrain } from '@lectern/contract/statistics/access-dimension.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../../platform/db/database.ts';
import { type CellDimension, eventKeys } from '../fold/cell.ts';
import { countPeople, type DayViewers, type Estimate } from '../fold/sketch.ts';
import { type GroupDimension, placeOfCells } from './cell-rows.ts';
import { eventsOf, numbersOf, type Selection } from './selection.ts';

type Sql = RawBuilder<unknown>;
export type PieceViewers = { start: string; key: string | null } & Estimate;
type DayRow = DayViewers & { start: string; key: string | null };

/** How many people it were in all, or by groups: those named, or every one that has a key. */
export async function countViewers(
  db: Executor,
  selection: Selection,
  group?: { by: GroupDimension; keys?: readonly string[] },
): Promise<Map<string | null, Estimate>> {
  const pieces = await countPieceViewers(db, selection, 'whole', group);
  return new Map(pieces.map(({ key, value, exact }) => [key, { value, exact }]));
}

/** The same piece by piece of the period. */
export async function countPieceViewers(
  db: Executor,
  selection: Selection,
  grain: Exclude<AccessGrain, 'hour'> | 'whole',
  group?: { by: GroupDimension; keys?: readonly string[] },
): Promise<PieceViewers[]> {
  const narrowed = group?.keys
    ? { ...selection, constraints: [...selection.constraints, { dimension: group.by, keys: group.keys }] }
    : selection;
  const cells = placeOfViewers(narrowed, group?.by ?? 'none');
  return cells ? countFromDays(db, narrowed, grain, cells) : countFromEvents(db, narrowed, grain, group?.by);
}

/** Hour by hour people are counted among the events of a few days. */
export async function countHourViewers(db: Executor, selection: Selection): Promise<Map<string, number>> {
  const local = sql`(at at time zone ${selection.timeZone})`;
  const { rows } = await sql<{ start: string; hour: number; viewers: number }>`
    select (${local}::date)::text as start, extract(hour from ${local})::integer as hour,
      count(distinct viewer)::integer as viewers
    from access_events where ${eventsOf(selection)} group by 1, 2`.execute(db);
  return new Map(rows.map(({ start, hour, viewers }) => [`${start} ${hour}`, viewers]));
}

function placeOfViewers(selection: Selection, groupBy: CellDimension | 'none') {
  const wanted = [...selection.constraints.map(({ dimension }) => dimension), groupBy];
  const single = wanted.find((dimension) => dimension === 'resource' || dimension === 'chapter');
  if (!single) return placeOfCells(selection, groupBy);
  // Of resources and chapters people are counted as a whole.
  const alone = wanted.every((dimension) => dimension === single || dimension === 'none');
  if (!alone || selection.scope.kind !== 'all') return undefined;
  const place = placeOfCells({ scope: { kind: 'all' }, constraints: [] }, single);
  const keys = selection.constraints.map((one) => sql`and key = any (${numbersOf(one)})`);
  const group = groupBy === 'none' ? sql`null::integer` : sql`key`;
  return place && { group, condition: sql`${place.condition} ${sql.join(keys, sql` `)}` };
}

async function countFromDays(
  db: Executor,
  { days: { from, to } }: Selection,
  grain: 'day' | 'week' | 'month' | 'whole',
  { condition, group }: { condition: Sql; group: Sql },
): Promise<PieceViewers[]> {
  const { rows } = await sql<DayRow>`
    select ${startOf(sql`day`, grain)} as start, (select key from access_keys where id = group_number) as key, viewers,
      sketch
    from (select day, ${group} as group_number, viewers, sketch from access_viewers
      where ${condition} and day between ${from}::date and ${to}::date) cells`.execute(db);
  const pieces = new Map<string, { start: string; key: string | null; days: DayViewers[] }>();
  for (const row of rows) {
    const name = `${row.start} ${row.key}`;
    const piece = pieces.get(name) ?? { start: row.start, key: row.key, days: [] };
    pieces.set(name, piece);
    piece.days.push(row);
  }
  return [...pieces.values()].map(({ start, key, days }) => ({ start, key, ...countPeople(days) }));
}

async function countFromEvents(
  db: Executor,
  selection: Selection,
  grain: 'day' | 'week' | 'month' | 'whole',
  groupBy?: GroupDimension,
): Promise<PieceViewers[]> {
  const key = groupBy ? eventKeys[groupBy] : sql`null::text`;
  const { rows } = await sql<{ start: string; key: string | null; value: number }>`
    select ${startOf(sql`(at at time zone ${selection.timeZone})::date`, grain)} as start, ${key} as key,
      count(distinct viewer)::integer as value
    from access_events where ${eventsOf(selection)} ${groupBy ? sql`and ${key} is not null` : sql``}
    group by 1, 2`.execute(db);
  return rows.map((row) => ({ ...row, exact: true }));
}

function startOf(day: Sql, grain: 'day' | 'week' | 'month' | 'whole'): Sql {
  if (grain === 'whole') return sql`''`;
  return grain === 'day' ? sql`(${day})::text` : sql`(date_trunc(${sql.lit(grain)}, ${day})::date)::text`;
}
