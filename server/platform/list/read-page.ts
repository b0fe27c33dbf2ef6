import { countLimit } from '@lectern/contract/list/define-list.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import { invalidField } from '../app-error.ts';
import type { Executor } from '../db/database.ts';
import { plannedEachTime } from '../db/preparing-client.ts';
import type { SearchSplit } from './list-planner.ts';
import type { Condition, ListSource, PersonalSource, PlannedSource, SortKey } from './list-source.ts';
import { all, type View } from './view-conditions.ts';

export type Position = { cursor?: string | undefined; page: number; size: number };
export type PageRows = { rows: unknown[]; next: string | null; previous: string | null };
/** `ahead`: how many rows the walk found up to its limit, including this page's. */
type Walked = { rows: KeyedRow[]; ahead: number };

type KeyedRow = { list_key: string; list_id: string | number };

/**
 * Reads one page by keyset: the rows after (or before) the cursor's row, straight from the index, so page 5,000 costs
 * what page 1 costs. Pages near the start can also be requested by number.
 */
export async function readPage(
  db: Executor,
  source: PersonalSource,
  view: View,
  conditions: Condition,
  position: Position & {
    lookAhead?: number | undefined;
    split?: ViewSplit | undefined;
    sorted?: boolean;
    plannedOnce?: boolean | undefined;
  },
): Promise<PageRows & { ahead: number }> {
  const { sort, descending, key } = sortOf(source, view.sort);
  const cursor = position.cursor ? parseCursor(position.cursor, view.sort, source.idType) : undefined;
  const offset = cursor ? 0 : (position.page - 1) * position.size;
  if (offset > countLimit) throw invalidField('page', 'pageTooFar', { limit: countLimit });
  const backwards = cursor?.way === 'previous';
  const ascending = descending === backwards;
  const way = ascending ? sql`asc` : sql`desc`;
  const order = sql`order by ${key.by} ${way}, ${source.id} ${way}`;
  const most = Math.max(position.size, position.lookAhead ?? 0) + 1;
  const after = (wanted: Condition) => (cursor ? all([wanted, beyond(source, key, cursor, ascending)]) : wanted);
  const { split } = position;
  const found =
    split?.whenAscending === ascending
      ? splitWalk(source, { key, ascending, most: most + offset, rare: after(split.rare), others: after(split.others) })
      : position.sorted
        ? // `offset 0` hides the order from the planner, which then chooses the index by the filters.
          sortedRows(source, { key, conditions: after(conditions), way })
        : sql`select ${walkedColumns(source)} from ${source.from} where ${after(conditions)} ${order}`;
  const plannedOnce = position.plannedOnce && offset === 0;
  // A prepared plan has to know the limit, or it would be made for a tenth of the table.
  const walk = plannedOnce ? sql`${found} limit ${sql.lit(most)}` : sql`${found} limit ${most} offset ${offset}`;
  const fetch = readsRows(source) ? selectWalked : fetchRows;
  const planning = plannedOnce ? sql`` : sql.raw(plannedEachTime);
  const { rows, ahead } = await fetch(db, { source, key, order, walk, shown: position.size + 1, most, planning });
  const more = rows.length > position.size;
  const kept = rows.slice(0, position.size);
  if (backwards) kept.reverse();
  return {
    ...cursorsOf(kept, { sort, more, backwards, hasBefore: cursor !== undefined || offset > 0 }),
    rows: kept.map((row) => source.present(row)),
    ahead,
  };
}

/**
 * First page of a selective search with its count, from one query that sorts all matches. undefined when there are
 * more matches than the count limit and walking the sort order is faster.
 */
export async function readFound(
  db: Executor,
  source: PersonalSource,
  view: View,
  conditions: Condition,
  size: number,
): Promise<(PageRows & { found: number }) | undefined> {
  const { sort, descending, key } = sortOf(source, view.sort);
  const way = descending ? sql`desc` : sql`asc`;
  const { rows } = await sql<KeyedRow & { list_found: number }>`${sql.raw(plannedEachTime)}
    with found as materialized (
      select ${source.id} as id, ${key.by} as key from ${source.from} where ${conditions} limit ${countLimit + 1})
    select ${source.columns}, (${key.by})::text as list_key, ${source.id} as list_id,
      (select count(*) from found) as list_found
    from ${source.from} ${source.joins ?? sql``}
    where ${source.id} = any (array(select id from found order by key ${way}, id ${way} limit ${size + 1}))
    order by ${key.by} ${way}, ${source.id} ${way}`.execute(db);
  const found = rows[0]?.list_found ?? 0;
  if (found > countLimit) return undefined;
  const kept = rows.slice(0, size);
  const ends = { sort, more: rows.length > size, backwards: false, hasBefore: false };
  return { ...cursorsOf(kept, ends), rows: kept.map((row) => source.present(row)), found };
}

function readsRows({ planner }: ListSource): boolean {
  return planner?.walk?.readsRows === true;
}

function walkedColumns(source: ListSource): Condition {
  return readsRows(source) ? sql`${source.from}.*` : sql`${source.id} as id`;
}

function sortedRows(
  source: ListSource,
  { key, conditions, way }: { key: SortKey; conditions: Condition; way: Condition },
): Condition {
  return readsRows(source)
    ? sql`select * from (select ${source.from}.* from ${source.from} where ${conditions} offset 0) ${source.from}
        order by ${key.by} ${way}, ${source.id} ${way}`
    : sql`select id from (select ${source.id} as id, ${key.by} as key from ${source.from} where ${conditions}
        offset 0) few order by key ${way}, id ${way}`;
}

type Fetch = {
  source: PersonalSource;
  key: SortKey;
  order: Condition;
  walk: Condition;
  shown: number;
  most: number;
  planning: Condition;
};

/** Finds the page with the narrow key first, then fetches the columns for its rows only. */
async function fetchRows(db: Executor, { source, key, order, walk, shown, most, planning }: Fetch): Promise<Walked> {
  const further = most > shown;
  const { rows } = await sql<KeyedRow & { list_ahead?: number }>`${planning}
    ${further ? sql`with walked as materialized (${walk})` : sql``}
    select ${source.columns}, (${key.by})::text as list_key, ${source.id} as list_id
      ${further ? sql`, (select count(*) from walked) as list_ahead` : sql``}
    from ${source.from} ${source.joins ?? sql``}
    where ${source.id} = any (array(${further ? sql`select id from walked limit ${shown}` : walk}))
    ${order}`.execute(db);
  return { rows, ahead: rows[0]?.list_ahead ?? rows.length };
}

/** For walks that have already read whole rows. */
async function selectWalked(db: Executor, { source, key, order, walk, planning }: Fetch): Promise<Walked> {
  const { rows } = await sql<KeyedRow>`${planning}
    select ${source.columns}, (${key.by})::text as list_key, ${source.id} as list_id
    from (${walk}) ${source.from} ${source.joins ?? sql``} ${order}`.execute(db);
  return { rows, ahead: rows.length };
}

export function sortOf(source: ListSource, sort: string): { sort: string; descending: boolean; key: SortKey } {
  const descending = sort.startsWith('-');
  const key = source.sorts[descending ? sort.slice(1) : sort];
  if (!key) throw new Error(`${source.list.id} declares the sort ${sort} without a meaning`);
  return { sort, descending, key };
}

export function beyond(
  source: ListSource,
  key: SortKey,
  cursor: Pick<Cursor, 'key' | 'id'>,
  ascending: boolean,
): Condition {
  const row = sql`(${key.by}, ${source.id})`;
  const last = sql`(${cursor.key}::${sql.raw(key.type)}, ${cursor.id}::${sql.raw(source.idType ?? 'uuid')})`;
  return ascending ? sql`${row} > ${last}` : sql`${row} < ${last}`;
}

type Ends = { sort: string; more: boolean; backwards: boolean; hasBefore: boolean };

function cursorsOf(rows: KeyedRow[], { sort, more, backwards, hasBefore }: Ends): Omit<PageRows, 'rows'> {
  const at = (row: KeyedRow | undefined, way: Cursor['way']) =>
    row ? printCursor({ sort, way, key: row.list_key, id: String(row.list_id) }) : null;
  // When paging backwards there is always a next page: the one the reader came from.
  const hasNext = backwards || more;
  const hasPrevious = backwards ? more : hasBefore;
  return { next: hasNext ? at(rows.at(-1), 'next') : null, previous: hasPrevious ? at(rows[0], 'previous') : null };
}

/** A split search combined with the view's other conditions on each side. */
type ViewSplit = Omit<SearchSplit, 'sort'>;

/**
 * Builds both sides of a split search when the view uses the split's sort. `conditionsOf` adds the view's other
 * conditions.
 */
export function splitView(
  source: PlannedSource,
  view: View,
  conditionsOf: (source: PlannedSource) => Condition,
): ViewSplit | undefined {
  const split = source.plan?.split;
  if (!view.search || !split || view.sort.replace('-', '') !== split.sort) return undefined;
  const side = (search: Condition) => conditionsOf({ ...source, search: () => search });
  return { whenAscending: split.whenAscending, rare: side(split.rare), others: side(split.others) };
}

type SplitWalk = { key: SortKey; ascending: boolean; most: number; rare: Condition; others: Condition };

/** Sorts the few rows of the rare side, walks the other side as usual, and merges them. */
function splitWalk(source: ListSource, { key, ascending, most, rare, others }: SplitWalk): Condition {
  const way = ascending ? sql`asc` : sql`desc`;
  const order = sql`order by key ${way}, id ${way}`;
  const rows = (side: Condition) => sql`select ${source.id} as id, ${key.by} as key from ${source.from} where ${side}`;
  return sql`select id from (
    (select * from (${rows(rare)} offset 0) gathered ${order} limit ${most})
    union all
    (${rows(others)} ${order} limit ${most})) merged ${order}`;
}

/** Position of a page boundary: sort, paging direction, and the sort key and id of the row there. */
type Cursor = { sort: string; way: 'next' | 'previous'; key: string; id: string };

const ids = { uuid: z.uuid(), bigint: z.string().regex(/^\d{1,18}$/) } as const;
const schemaFor = (idType: keyof typeof ids) =>
  z.tuple([z.string().max(60), z.enum(['next', 'previous']), z.string().max(600), ids[idType]]);
const schemas = { uuid: schemaFor('uuid'), bigint: schemaFor('bigint') };

export function printCursor({ sort, way, key, id }: Cursor): string {
  return Buffer.from(JSON.stringify([sort, way, key, id])).toString('base64url');
}

function parseCursor(text: string, sort: string, idType: keyof typeof ids = 'uuid'): Cursor {
  const parsed = schemas[idType].safeParse(readJson(text));
  if (!parsed.success || parsed.data[0] !== sort) throw invalidField('cursor', 'cursorStale');
  const [, way, key, id] = parsed.data;
  return { sort, way, key, id };
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
}
