import { setImmediate } from 'node:timers/promises';
import type { Days } from '@lectern/contract/statistics/figure.ts';
import { addDays } from '@lectern/contract/statistics/period.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../../platform/db/database.ts';
import { type CellDimension, dimensionNumbers } from '../fold/cell.ts';
import { recentDimensions } from '../fold/recent.repository.ts';
import { countPeople, type Estimate, sketchSize } from '../fold/sketch.ts';
import type { Span } from '../fold/span.ts';
import { readSpanState } from '../fold/viewer-span.repository.ts';
import { type GroupDimension, isSummed, placeOfCells } from './cell-rows.ts';
import { countFromEvents } from './event-viewers.repository.ts';
import { todayIn } from './figure-context.ts';
import { askedResources, listTheirs, onlyResources } from './seen-resources.ts';
import { allConstraints, hasNumber, narrowedTo, numbersOf, type Selection } from './selection.ts';
import type { Settled } from './viewer-cover.ts';
import { type Grain, type PieceViewers, placesOf, settledOf } from './viewer-places.ts';

type Sql = RawBuilder<unknown>;
/** `asked`: the numbers of the keys that are asked for, where they are several; they are looked up once for all parts. */
type Place = {
  condition: Sql;
  group: Sql;
  asked?: Sql;
  /** Whether one group may have several rows a day, with the same people in them. */
  overlaps?: boolean;
};

const mostChanged = 5;
const singles: ReadonlySet<CellDimension> = new Set(['resource', 'chapter', 'owner']);

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
  grain: Grain,
  group?: { by: GroupDimension; keys?: readonly string[] },
): Promise<PieceViewers[]> {
  const narrowed = group?.keys ? narrowedTo(selection, { dimension: group.by, keys: group.keys }) : selection;
  const by = group?.by ?? 'none';
  const cells = placeOfViewers(narrowed, by);
  if (cells) return countPeriod(db, narrowed, grain, cells);
  const resources = askedResources(narrowed, by);
  if (!resources) return countFromEvents(db, narrowed, grain, group?.by);
  const everybodys = { ...narrowed, scope: { kind: 'all' as const }, constraints: onlyResources(resources) };
  const place = placeOfViewers(everybodys, by);
  // Hardly any was moved: whether one was is asked while all are counted.
  const [theirs, counted] = await Promise.all([
    listTheirs(db, narrowed, resources),
    place ? countPeriod(db, everybodys, grain, place) : [],
  ]);
  const moved = resources.filter((key) => !theirs.has(key));
  if (moved.length === 0) return counted;
  const recounted = await countFromEvents(db, { ...narrowed, constraints: onlyResources(moved) }, grain, group?.by);
  return [...counted.filter(({ key }) => key !== null && theirs.has(key)), ...recounted];
}

/** Whether no sums are kept of the people of such groups: they are counted among the events. */
export function isOfEvents(selection: Selection, by: GroupDimension): boolean {
  return by !== 'resource' && !placeOfViewers(selection, by);
}

/**
 * No group has more people than its days and spans have together: the most it may be, for every group, from the
 * greatest on. Nothing: no sums are kept of that, and people are counted among the events.
 */
export async function listViewerBounds(
  db: Executor,
  selection: Selection,
  by: GroupDimension,
): Promise<{ key: string; most: number }[] | undefined> {
  const place = placeOfViewers(selection, by);
  if (!place) return undefined;
  const settled = await readSettled(db, selection);
  const recent = recentOf(selection, by, settled);
  const days = recent ? { from: addDays(recent.last, 1), to: selection.days.to } : selection.days;
  const since = (recent?.changed ?? []).map((day) => `day ${day}`);
  const parts = partsOf([...placesOf(days, 'whole', settled).keys(), ...since], place);
  const { rows } = await sql<{ key: string; most: number }>`
    ${withAsked(place)} select (select key from access_keys where id = group_number) as key, most from (
      select group_number, sum(viewers)::bigint as most from (
        select group_number, viewers from (${parts}) parts
        ${recent ? sql`union all ${recentRows(by, selection.days.from)}` : sql``}) found group by group_number) bounds
    order by most desc, group_number`.execute(db);
  return rows.filter(({ key }) => key !== null);
}

/** The last days, if these are asked about; what came to them since is added, and more than a few days of it tell nothing. */
function recentOf({ scope, constraints, days }: Selection, by: GroupDimension, { recents }: Settled) {
  if (scope.kind !== 'all' || constraints.length > 0 || !recentDimensions.includes(by)) return undefined;
  const recent = recents?.get(days.from);
  return recent && recent.last < days.to && recent.changed.length <= mostChanged ? recent : undefined;
}

/** What is told by hashes may change by more than what is added; hardly ever by a tenth of it. */
function recentRows(by: GroupDimension, from: string): Sql {
  return sql`select key, case when viewers <= ${sql.lit(sketchSize)} then viewers else viewers * 11 / 10 end
    from access_recent_viewers where dimension = ${sql.lit(dimensionNumbers[by])} and day = ${from}::date`;
}

function placeOfViewers(selection: Selection, groupBy: CellDimension | 'none'): Place | undefined {
  const constraints = allConstraints(selection);
  const wanted = [...constraints.map(({ dimension }) => dimension), groupBy];
  const single = wanted.find(
    (dimension) => dimension !== 'none' && singles.has(dimension) && !(dimension === 'owner' && isSummed(selection)),
  );
  if (!single || single === 'none') {
    const place = placeOfCells(selection, groupBy);
    const overlaps = constraints.some(({ dimension, keys }) => dimension !== groupBy && keys.length > 1);
    return place && { ...place, overlaps };
  }
  // Of these people are counted as a whole.
  if (!wanted.every((dimension) => dimension === single || dimension === 'none')) return undefined;
  const place = placeOfCells({ ...selection, scope: { kind: 'all' }, constraints: [] }, single);
  if (!place) return undefined;
  const group = groupBy === 'none' ? sql`null::integer` : sql`key`;
  const [only, ...others] = constraints;
  if (only && others.length === 0 && only.keys.length > 1) {
    const condition = sql`${place.condition} and key = any (array(select id from asked))`;
    return { group, condition, asked: sql`select unnest(${numbersOf(only)}) as id` };
  }
  const keys = constraints.map((one) => sql`and ${hasNumber(sql`key`, one)}`);
  return { group, condition: sql`${place.condition} ${sql.join(keys, sql` `)}` };
}

function withAsked({ asked }: Place): Sql {
  return asked ? sql`with asked as materialized (${asked})` : sql``;
}

/** Some days, and the pieces into which they are to fall. */
type Wanted = { days: Days; grain: Grain };

/** In all, of several periods and their pieces, in one look. */
export function countPeriods(db: Executor, selection: Selection, wanted: readonly Wanted[]): Promise<PieceViewers[][]> {
  const place = placeOfViewers(selection, 'none');
  if (place) return countFromDays(db, selection, wanted, place);
  return Promise.all(wanted.map(({ days, grain }) => countPieceViewers(db, { ...selection, days }, grain)));
}

async function countPeriod(db: Executor, selection: Selection, grain: Grain, place: Place): Promise<PieceViewers[]> {
  const [pieces = []] = await countFromDays(db, selection, [{ days: selection.days, grain }], place);
  return pieces;
}

async function countFromDays(
  db: Executor,
  selection: Selection,
  wanted: readonly Wanted[],
  place: Place,
): Promise<PieceViewers[][]> {
  const [from = selection.days.from] = [selection.days.from, ...wanted.map(({ days }) => days.from)].sort();
  const settled = await readSettled(db, { ...selection, days: { from, to: selection.days.to } });
  const places = wanted.flatMap(({ days, grain }, number) =>
    [...placesOf(days, grain, settled)].map(([part, start]): Placed => ({ part, piece: `${number} ${start}` })),
  );
  const counted = wanted.map((): PieceViewers[] => []);
  for (const { piece, ...people } of await countPieces(db, places, place)) {
    const end = piece.indexOf(' ');
    counted[Number(piece.slice(0, end))]?.push({ start: piece.slice(end + 1), ...people });
  }
  return counted;
}

/** A day or a span of days, and of which piece it is a part. */
type Placed = { part: string; piece: string };
type Piece = { piece: string; key: string | null } & Estimate;

/** Which spans are put together, of some days. */
export async function readSettled(
  db: Executor,
  { days, timeZone, settled }: Pick<Selection, 'days' | 'timeZone' | 'settled'>,
): Promise<Settled> {
  return settled ?? settledOf(todayIn(timeZone), await readSpanState(db, days));
}

async function countPieces(db: Executor, places: readonly Placed[], place: Place): Promise<Piece[]> {
  const parts = new Map<string, number>();
  for (const { piece } of places) parts.set(piece, (parts.get(piece) ?? 0) + 1);
  const isWhole = ({ piece }: Placed) => !place.overlaps && parts.get(piece) === 1;
  const [whole, joined] = await Promise.all([
    listWholePieces(db, places.filter(isWhole), place),
    countJoinedPieces(
      db,
      places.filter((one) => !isWhole(one)),
      place,
    ),
  ]);
  return [...whole, ...joined];
}

/** Pieces that are one day or one span: how many they had is known, and nobody is told from anybody. */
async function listWholePieces(db: Executor, places: readonly Placed[], place: Place): Promise<Piece[]> {
  if (places.length === 0) return [];
  const pieces = Map.groupBy(places, ({ part }) => part);
  // One row for each group: a thousand rows take longer to send than to find.
  const { rows } = await sql<{ key: string | null; parts: string[]; viewers: number[]; counted: boolean[] }>`
    ${withAsked(place)} select (select key from access_keys where id = group_number) as key, json_agg(part) as parts, json_agg(viewers) as viewers,
      json_agg(counted) as counted
    from (${partsOf([...pieces.keys()], place)}) parts group by group_number`.execute(db);
  return rows.flatMap(({ key, parts, viewers, counted }) =>
    parts.flatMap((part, at) =>
      (pieces.get(part) ?? []).map(({ piece }) => ({
        ...{ piece, key },
        ...{ value: viewers[at] ?? 0, exact: counted[at] ?? false },
      })),
    ),
  );
}

/** One row each: a row for each part of it would cost more than the hashes in it. */
async function countJoinedPieces(db: Executor, places: readonly Placed[], place: Place): Promise<Piece[]> {
  if (places.length === 0) return [];
  const parts = partsOf(
    places.map(({ part }) => part),
    place,
  );
  // Looked up for each part only where there are several: that takes longer than to read it.
  const [only] = new Set(places.map(({ piece }) => piece));
  const isOne = places.every(({ piece }) => piece === only);
  const piece = isOne ? sql`null::text` : sql`piece`;
  const placed = isOne ? sql`` : joinPieces(places);
  type Joined = { piece: string | null; key: string | null; counted: boolean; parts: string };
  const { rows } = await sql<Joined>`
    ${withAsked(place)} select ${piece} as piece, (select key from access_keys where id = group_number) as key,
      bool_and(counted) as counted,
      -- As the driver has bytes, they would be half as long again, and each row a piece of memory of its own.
      encode(string_agg(int4send(viewers) || int4send(length(sketch)) || sketch, ''), 'base64') as parts
    from (
      select ${piece} as piece, group_number, viewers, counted,
        -- Where a piece is one row nobody has to be told from anybody.
        case when count(*) over whole > 1 then substr(sketch, 1, 8 * ${wantedHashes}) else '' end as sketch
      from (${parts}) parts ${placed}
      window whole as (partition by group_number, ${piece})) cut
    group by group_number, ${piece}`.execute(db);
  return inTurns(rows, ({ piece, key, counted, parts }) => ({
    ...{ piece: piece ?? only ?? '', key },
    ...countPeople(parts, counted),
  }));
}

function joinPieces(places: readonly Placed[]): Sql {
  const [parts, pieces] = [places.map(({ part }) => part), places.map(({ piece }) => piece)];
  return sql`join unnest(${parts}::text[], ${pieces}::text[]) as placed (part, piece) using (part)`;
}

/**
 * What is known of a piece ends with the last hash of its largest part: of a part with a tenth of the people a tenth of its
 * hashes lies below that, give or take the root of it; four times that is left for luck. Where all are known, all are wanted.
 */
const share = sql`(viewers::float8 / max(viewers) over whole)`;
const wantedHashes = sql`case when max(viewers) over whole <= ${sql.lit(sketchSize)} then ${sql.lit(sketchSize)}
  else ceil(4 + ${sql.lit(sketchSize)} * ${share} + ${sql.lit(4 * Math.sqrt(sketchSize))} * sqrt(${share}))::integer end`;

type PartKind = 'day' | Span['span'];

/** Only tables that have a part are looked at. */
function partsOf(parts: readonly string[], { condition, group }: Place): Sql {
  const days = new Map<PartKind, string[]>();
  for (const part of new Set(parts)) {
    const end = part.indexOf(' ');
    const kind = part.slice(0, end) as PartKind;
    const own = days.get(kind) ?? [];
    days.set(kind, own);
    own.push(part.slice(end + 1));
  }
  const rows = [...days].map(([kind, own]) =>
    kind === 'day'
      ? sql`select 'day ' || day as part, ${group} as group_number, viewers, true as counted, sketch from access_viewers
          where ${condition} and day = any (${own}::date[])`
      : sql`select span || ' ' || day as part, ${group} as group_number, viewers, viewers <= ${sql.lit(sketchSize)} as counted, sketch
          from access_viewer_spans where ${condition} and span = ${sql.lit(kind)} and day = any (${own}::date[])`,
  );
  return sql.join(rows, sql` union all `);
}

/** Much arithmetic at once would keep everybody else waiting. */
async function inTurns<Given, Made>(given: readonly Given[], make: (one: Given) => Made): Promise<Made[]> {
  const made: Made[] = [];
  for (const [place, one] of given.entries()) {
    if (place % 50 === 49) await setImmediate();
    made.push(make(one));
  }
  return made;
}
