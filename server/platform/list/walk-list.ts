import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/database.ts';
import type { Principal } from '../http/principal.ts';
import type { Condition, ListSource } from './list-source.ts';
import { meantSource } from './meant-source.ts';
import { parseMatching } from './parse-matching.ts';
import { beyond, sortOf } from './read-page.ts';
import { viewConditions } from './view-conditions.ts';

/** Nobody walks further than this one by one. */
const countable = 500;

export type WalkFrom = {
  /** Which row one stands at. */
  at: Condition;
  /** What is to be known of the rows around it. */
  columns: RawBuilder<unknown>;
  /** The list’s query string. */
  view: string;
};
export type Around<Row> = {
  /** Nearest first; no more than are worth counting. */
  before: Row[];
  after: Row[];
  /** null: more than are worth counting. */
  counts: { before: number | null; after: number | null };
};

/**
 * The rows before and after one in the order of a view: two looks into the index from where it stands. It need not
 * belong to the view any more, such as after its state was changed on the way.
 */
export async function walkList<Row>(
  db: Db,
  principal: Principal,
  source: ListSource,
  { at, columns, view: text, timeZone }: WalkFrom & { timeZone: string },
): Promise<Around<Row>> {
  const view = parseMatching(source.list, text);
  const { key, descending } = sortOf(source, view.sort);
  const { rows } = await sql<{ key: string; id: string }>`
    select (${key.by})::text as key, ${source.id} as id from ${source.from} where ${at}
    order by ${key.by}, ${source.id} limit 1`.execute(db);
  const [here] = rows;
  if (!here) return { before: [], after: [], counts: { before: null, after: null } };
  const meant = await meantSource(db, source, view, { timeZone, principal });
  const conditions = viewConditions(meant, view, principal, { timeZone });
  const look = async (ascending: boolean): Promise<Row[]> => {
    const way = ascending ? sql`asc` : sql`desc`;
    const found = await sql<Row>`
      select ${columns} from ${source.from}
      where ${conditions} and ${beyond(source, key, here, ascending)}
      order by ${key.by} ${way}, ${source.id} ${way} limit ${countable + 1}`.execute(db);
    return found.rows;
  };
  const [before, after] = await Promise.all([look(descending), look(!descending)]);
  const count = ({ length }: Row[]) => (length > countable ? null : length);
  return { before, after, counts: { before: count(before), after: count(after) } };
}
