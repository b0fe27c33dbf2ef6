import type { AccessGrain } from '@lectern/contract/statistics/access-dimension.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../../platform/db/database.ts';
import { dimensionNumbers, eventKeys, type MeasureColumn, measureSums, sumsOf, sumsOfSums } from '../fold/cell.ts';
import { dayRows, type GroupDimension, placeOfCells, placeOfHours, resourceRows, spanRows } from './cell-rows.ts';
import { columnsOfAll, completionOf, fromOrder, measureOrder, type SummedMeasure } from './measure.ts';
import { eventColumn, eventsOf, narrowedTo, type Selection } from './selection.ts';
import { noSums, type Sums } from './sums.ts';
import { listTopBounds, sumListed } from './top-resources.ts';

type Sql = RawBuilder<unknown>;

export type GroupSums = Sums & { key: string | null };
/** `start`: the day on which the piece begins, or would without the period; the hour of hours. */
export type PieceSums = Sums & { start: string; hour: number | null; key: string | null };

const keyOf = (group: Sql) => sql`(select key from access_keys where id = ${group})`;

/** Several parts of an answer ask for it. */
const sumsOfSelections = new WeakMap<Selection, Promise<Sums>>();

/** Everything that is meant, in one row. */
export function sumAll(db: Executor, selection: Selection): Promise<Sums> {
  const sums = sumsOfSelections.get(selection) ?? readAll(db, selection);
  sumsOfSelections.set(selection, sums);
  return sums;
}

async function readAll(db: Executor, selection: Selection): Promise<Sums> {
  const rows = spanOf(selection, 'none');
  const { rows: found } = await sql<Sums>`select ${rows ? sumsOfSums : measureSums}
    from ${rows ? sql`(${rows}) cells` : sql`access_events where ${eventsOf(selection)}`}`.execute(db);
  const [sums] = found;
  return sums && sums.views !== null ? sums : noSums;
}

/** By groups, those without a key left out; unordered. Only what the measures are told from is summed, the rest says nothing. */
export async function sumGroups(
  db: Executor,
  selection: Selection,
  { by, measures }: { by: GroupDimension; measures: readonly SummedMeasure[] },
): Promise<GroupSums[]> {
  const columns = columnsOfAll(measures);
  const rows = spanOf(selection, by);
  const { rows: groups } = rows
    ? await sql<Partial<GroupSums>>`select ${keyOf(sql`group_number`)} as key, summed.* from (
        select group_number, ${sumsOf(columns)} from (${rows}) cells group by group_number) summed`.execute(db)
    : await sql<Partial<GroupSums>>`select ${eventKeys[by]} as key, ${measureSums} from access_events
        where ${eventsOf(selection)} and ${eventKeys[by]} is not null group by 1`.execute(db);
  return groups.map((group) => ({ ...noSums, key: null, ...group }));
}

/** The same of some keys. */
export async function sumNamed(
  db: Executor,
  selection: Selection,
  { by, keys, measures }: { by: GroupDimension; keys: readonly string[]; measures: readonly SummedMeasure[] },
): Promise<Map<string | null, Sums>> {
  if (keys.length === 0) return new Map();
  const groups = await sumGroups(db, narrowedTo(selection, { dimension: by, keys }), { by, measures });
  return new Map(groups.map((group) => [group.key, group]));
}

/** `order`: what it is put in order by, a whole number. */
export type RankedGroup = { key: string | null; order: number; figure: number | null };
/** `keyed`: what all groups have together, of what they are put in order by. */
export type TopGroups = {
  groups: RankedGroup[] /** Nothing: more than these, and nobody counted how many. */;
  count: number | null;
  keyed: number;
};
type Ranking = { by: GroupDimension; measure: SummedMeasure; limit: number };

/** The greatest groups by a measure, and how many there are. */
export async function rankGroups(db: Executor, selection: Selection, ranking: Ranking): Promise<TopGroups> {
  const listed = ranking.by === 'resource' ? await rankListed(db, selection, ranking) : undefined;
  return listed ?? rankAll(db, selection, ranking);
}

/** Of so many resources only those are summed that lists name; nothing: the lists do not tell. */
async function rankListed(db: Executor, selection: Selection, ranking: Ranking): Promise<TopGroups | undefined> {
  const bounds = await listTopBounds(db, selection, ranking);
  if (!bounds) return undefined;
  const keys = bounds.candidates.map(({ key }) => key);
  const narrowed = narrowedTo(selection, { dimension: 'resource', keys });
  const { groups } = await rankAll(db, narrowed, ranking);
  const last = groups[ranking.limit - 1];
  const isTold = bounds.beyond === 0 || (last !== undefined && last.order > bounds.beyond);
  return isTold ? { groups, count: last ? null : groups.length, keyed: bounds.whole } : undefined;
}

/** What all groups have together, of what they are put in order by. */
export async function sumKeyed(
  db: Executor,
  selection: Selection,
  { by, measure }: Omit<Ranking, 'limit'>,
): Promise<number> {
  const listed = by === 'resource' ? await sumListed(db, selection, measure) : undefined;
  if (listed !== undefined) return listed;
  const rows = spanOf(selection, by);
  const { rows: found } = rows
    ? await sql<{
        keyed: number;
      }>`select coalesce(sum(${measureOrder[measure]}), 0)::bigint as keyed from (${rows}) cells`.execute(db)
    : await sql<{
        keyed: number;
      }>`select ${measureOrder[measure]} as keyed from (select ${measureSums} from access_events
        where ${eventsOf(selection)} and ${eventColumn(by)} is not null) counted`.execute(db);
  return found[0]?.keyed ?? 0;
}

async function rankAll(db: Executor, selection: Selection, { by, measure, limit }: Ranking): Promise<TopGroups> {
  const order = measureOrder[measure];
  const rows = spanOf(selection, by);
  // A share is told from two sums, everything else from what it is put in order by.
  const isShare = measure === 'completion';
  const summed = rows
    ? sql`select group_number as part, sum(${order})::bigint as amount,
        ${isShare ? sql`sum(watched_ms)::bigint` : sql`0`} as watched from (${rows}) cells group by group_number`
    : sql`select part, ${order} as amount, watched_ms as watched from (
        select ${eventColumn(by)} as part, ${measureSums} from access_events
        where ${eventsOf(selection)} and ${eventColumn(by)} is not null group by 1) counted`;
  type Row = { key: string | null; amount: number; watched: number; groups: number; keyed: number };
  const { rows: found } = await sql<Row>`
    select ${rows ? keyOf(sql`part`) : sql`part::text`} as key, amount, watched, groups, keyed from (
      select summed.*, count(*) over () as groups, (sum(amount) over ())::bigint as keyed from (${summed}) summed
      where amount > 0 order by amount desc, part limit ${limit}) top
    order by amount desc, part`.execute(db);
  const groups = found.map(({ key, amount, watched }) => ({
    ...{ key, order: amount },
    figure: isShare ? completionOf({ watched_ms: watched, opened_ms: amount }) : fromOrder(amount, measure),
  }));
  return { groups, count: found[0]?.groups ?? 0, keyed: found[0]?.keyed ?? 0 };
}

/** `measures`: what is wanted of the pieces; of days there are many, and each sum of each costs. `group`: only those named. */
type PiecesWanted = {
  grain: AccessGrain;
  measures: readonly SummedMeasure[];
  group?: { by: GroupDimension; keys: readonly string[] };
};

/** Piece by piece of the period. */
export async function sumPieces(
  db: Executor,
  selection: Selection,
  { grain, measures, group }: PiecesWanted,
): Promise<PieceSums[]> {
  const groupBy = group?.by ?? 'none';
  const narrowed = group ? narrowedTo(selection, { dimension: group.by, keys: group.keys }) : selection;
  if (grain === 'hour') return sumHours(db, narrowed, groupBy);
  const start = startOfPiece(sql`day`, grain);
  const rows = grain === 'month' ? spanOf(narrowed, groupBy) : daysOf(narrowed, groupBy);
  const local = sql`(at at time zone ${selection.timeZone})::date`;
  const column = groupBy === 'none' ? sql`null::text` : eventColumn(groupBy);
  const columns = columnsOfAll(measures);
  const summed = rows
    ? sql`select ${start} as begins, group_number as part, ${sumsOf(columns)} from (${rows}) cells group by 1, 2`
    : sql`select ${start} as begins, part, ${sumsOf(columns)} from (
        select ${local} as day, ${column} as part, ${measureSums} from access_events where ${eventsOf(narrowed)}
        group by 1, 2) days group by 1, part`;
  // One row for each group: a thousand rows take longer to send than to sum.
  const lists = columns.map((name) => sql`json_agg(${sql.id(name)}) as ${sql.id(name)}`);
  type Group = { key: string | null; starts: string[] } & Partial<Record<MeasureColumn, number[]>>;
  const { rows: groups } = await sql<Group>`
    select ${rows ? keyOf(sql`part`) : sql`part::text`} as key, json_agg(begins) as starts, ${sql.join(lists)}
    from (${summed}) summed group by part`.execute(db);
  return groups.flatMap((group) =>
    group.starts.map((start, place) => {
      const piece: PieceSums = { ...noSums, start, hour: null, key: group.key };
      for (const name of columns) piece[name] = group[name]?.[place] ?? 0;
      return piece;
    }),
  );
}

/** Reckoned from a Monday long ago: the calendar costs more than all that is summed. */
function startOfPiece(day: Sql, grain: 'day' | 'week' | 'month'): Sql {
  if (grain === 'day') return day;
  return grain === 'week'
    ? sql`(${day} - (${day} - date '1900-01-01') % 7)`
    : sql`date_trunc('month', ${day}::timestamp)::date`;
}

async function sumHours(db: Executor, selection: Selection, groupBy: GroupDimension | 'none'): Promise<PieceSums[]> {
  const place = groupBy === 'none' ? placeOfHours(selection) : undefined;
  const at = place ? sql`hour` : sql`at`;
  const local = sql`(${at} at time zone ${selection.timeZone})`;
  const key = groupBy === 'none' ? sql`null::text` : eventKeys[groupBy];
  const from = place
    ? sql`access_hours where ${place} and ${hoursOf(selection)}`
    : sql`access_events where ${eventsOf(selection)}`;
  const { rows } =
    await sql<PieceSums>`select (${local}::date)::text as start, extract(hour from ${local})::integer as hour,
    ${key} as key, ${place ? sumsOfSums : measureSums} from ${from} group by 1, 2, 3 order by 1, 2`.execute(db);
  return rows;
}

export type HeatSums = Sums & { weekday: number; hour: number };

/** By weekday (1 is Monday) and hour. */
export async function sumWeekHours(db: Executor, selection: Selection): Promise<HeatSums[]> {
  const place = placeOfHours(selection);
  const local = sql`(${place ? sql`hour` : sql`at`} at time zone ${selection.timeZone})`;
  const from = place
    ? sql`access_hours where ${place} and ${hoursOf(selection)}`
    : sql`access_events where ${eventsOf(selection)}`;
  const { rows } = await sql<HeatSums>`select extract(isodow from ${local})::integer as weekday,
    extract(hour from ${local})::integer as hour, ${place ? sumsOfSums : measureSums}
    from ${from} group by 1, 2 order by 1, 2`.execute(db);
  return rows;
}

function hoursOf({ days: { from, to }, timeZone }: Selection): Sql {
  return sql`hour >= (${from}::date)::timestamp at time zone ${timeZone}
    and hour < (${to}::date + 1)::timestamp at time zone ${timeZone}`;
}

function spanOf(selection: Selection, groupBy: GroupDimension | 'none'): Sql | undefined {
  const place = cellsOf(selection, groupBy);
  if (place) return spanRows(place, selection.days);
  return isOfResources(selection, groupBy) ? resourceRows(selection, groupBy, 'span') : undefined;
}

function daysOf(selection: Selection, groupBy: GroupDimension | 'none'): Sql | undefined {
  const place = cellsOf(selection, groupBy);
  if (place) return dayRows(place, selection.days);
  return isOfResources(selection, groupBy) ? resourceRows(selection, groupBy, 'day') : undefined;
}

function cellsOf(selection: Selection, groupBy: GroupDimension | 'none') {
  const dimensions = [groupBy, ...selection.constraints.map(({ dimension }) => dimension)];
  return dimensions.includes('resource') || dimensions.includes('chapter')
    ? undefined
    : placeOfCells(selection, groupBy);
}

/** Resources are kept in tables of their own, with whose they are. Chapters are so few that they are counted. */
function isOfResources({ scope, constraints }: Selection, groupBy: GroupDimension | 'none'): boolean {
  return (
    scope.kind === 'own' || groupBy === 'resource' || constraints.some(({ dimension }) => dimension === 'resource')
  );
}

export type KeyName = { key: string; name: string | null; gone: boolean };

/** What keys are called: now, or last. */
export async function listKeyNames(
  db: Executor,
  dimension: GroupDimension | 'chapter',
  keys: readonly string[],
): Promise<Map<string, KeyName & { kind: string | null }>> {
  const tables = {
    ...{ college: 'colleges', department: 'departments', subject: 'subjects', column: 'columns', course: 'courses' },
    ...{ site: 'api_keys', resource: 'resources', chapter: 'chapters' },
  } as const;
  if (dimension === 'kind' || dimension === 'role' || dimension === 'device') return new Map();
  const title = dimension === 'resource' || dimension === 'chapter' ? sql`title` : sql`name`;
  const there = dimension === 'resource' ? sql`and state <> 'purged'` : sql``;
  const { rows } = await sql<KeyName & { kind: string | null }>`
    select given.key, coalesce(now_called.name, access_keys.name) as name, now_called.id is null as gone, now_called.kind
    from unnest(${keys}::text[]) as given (key)
    left join access_keys on access_keys.dimension = ${sql.lit(dimensionNumbers[dimension])} and access_keys.key = given.key
    left join lateral (select id, ${title} as name, ${dimension === 'resource' ? sql`kind` : sql`null::text as kind`}
      from ${sql.table(tables[dimension])} where id = given.key::uuid ${there}) now_called on true`.execute(db);
  return new Map(rows.map((row) => [row.key, row]));
}
