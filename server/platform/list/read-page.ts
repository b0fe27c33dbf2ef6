import { countLimit } from '@lectern/contract/list/define-list.ts';
import { sql } from 'kysely';
import { invalidField } from '../app-error.ts';
import type { Executor } from '../db/database.ts';
import { plannedEachTime } from '../db/preparing-client.ts';
import { type Cursor, parseCursor, printCursor } from './cursor.ts';
import type { Condition, ListSource, SortKey } from './list-source.ts';
import type { View } from './view-conditions.ts';

export type Position = { cursor?: string | undefined; page: number; size: number };
export type PageRows = { rows: unknown[]; next: string | null; previous: string | null };

type KeyedRow = { list_key: string; list_id: string };

/**
 * One page by keyset: the rows after (or before) the one where the last page ended, straight from the index, so page
 * 5,000 costs what page 1 costs. Pages near the start may also be asked for by number.
 */
export async function readPage(
  db: Executor,
  source: ListSource,
  view: View,
  conditions: Condition,
  position: Position,
): Promise<PageRows> {
  const { sort, descending, key } = sortOf(source, view.sort);
  const cursor = position.cursor ? parseCursor(position.cursor, view.sort) : undefined;
  const offset = cursor ? 0 : (position.page - 1) * position.size;
  if (offset > countLimit)
    throw invalidField('page', `pages up to row ${countLimit} can be opened by number; walk on from there`);
  const backwards = cursor?.way === 'previous';
  const ascending = descending === backwards;
  const order = sql`order by ${key.by} ${ascending ? sql`asc` : sql`desc`}, ${source.id} ${ascending ? sql`asc` : sql`desc`}`;
  // The page is found by the narrow key first: what rows show besides is fetched for its rows alone.
  const { rows } = await sql<KeyedRow>`${sql.raw(plannedEachTime)}
    select ${source.columns}, (${key.by})::text as list_key, ${source.id} as list_id
    from ${source.from} ${source.joins ?? sql``}
    where ${source.id} = any (array(
      select ${source.id} from ${source.from}
      where ${conditions} ${cursor ? sql`and ${beyond(source, key, cursor, ascending)}` : sql``}
      ${order} limit ${position.size + 1} offset ${offset}))
    ${order}`.execute(db);
  const more = rows.length > position.size;
  const kept = rows.slice(0, position.size);
  if (backwards) kept.reverse();
  return {
    ...cursorsOf(kept, { sort, more, backwards, hasBefore: cursor !== undefined || offset > 0 }),
    rows: kept.map((row) => source.present(row)),
  };
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
  const last = sql`(${cursor.key}::${sql.raw(key.type)}, ${cursor.id}::uuid)`;
  return ascending ? sql`${row} > ${last}` : sql`${row} < ${last}`;
}

type Ends = { sort: string; more: boolean; backwards: boolean; hasBefore: boolean };

function cursorsOf(rows: KeyedRow[], { sort, more, backwards, hasBefore }: Ends): Omit<PageRows, 'rows'> {
  const at = (row: KeyedRow | undefined, way: Cursor['way']) =>
    row ? printCursor({ sort, way, key: row.list_key, id: row.list_id }) : null;
  // Walking backwards, what comes after is known to be there: one came from it.
  const hasNext = backwards || more;
  const hasPrevious = backwards ? more : hasBefore;
  return { next: hasNext ? at(rows.at(-1), 'next') : null, previous: hasPrevious ? at(rows[0], 'previous') : null };
}
