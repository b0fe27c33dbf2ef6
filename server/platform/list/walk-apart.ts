import { sql } from 'kysely';
import type { Condition, ListSource, SortKey } from './list-source.ts';
import type { View } from './view-conditions.ts';

/** Everything that decides whether a row is in a view, for each side of an order that a text is rare on one side of. */
export type Sides = { whenAscending: boolean; rare: Condition; others: Condition };

/** The sides of a view, where its search is told apart in its order; `meaning` says what decides with a search as given. */
export function sidesOf(source: ListSource, view: View, meaning: (source: ListSource) => Condition): Sides | undefined {
  const { searchApart: apart } = source;
  if (!view.search || !apart || view.sort.replace('-', '') !== apart.sort) return undefined;
  const side = (search: Condition) => meaning({ ...source, search: () => search });
  return { whenAscending: apart.whenAscending, rare: side(apart.rare), others: side(apart.others) };
}

type Walk = { key: SortKey; ascending: boolean; most: number; rare: Condition; others: Condition };

/** The few rows of one side are gathered and put in order here, the rest is walked as ever, and the two are merged. */
export function walkApart(source: ListSource, { key, ascending, most, rare, others }: Walk): Condition {
  const way = ascending ? sql`asc` : sql`desc`;
  const order = sql`order by key ${way}, id ${way}`;
  const rows = (side: Condition) => sql`select ${source.id} as id, ${key.by} as key from ${source.from} where ${side}`;
  return sql`select id from (
    (select * from (${rows(rare)} offset 0) gathered ${order} limit ${most})
    union all
    (${rows(others)} ${order} limit ${most})) merged ${order}`;
}
