import type { DateValue, RangeValue } from '@lectern/contract/list/filter.ts';
import { type RawBuilder, sql } from 'kysely';
import type { DataScope } from '../access/data-scope.ts';
import type { SearchPlan } from './list-planner.ts';
import type { Condition, MeaningContext } from './list-source.ts';
import { coreOf, widePieces } from './search-words.ts';

/** The SQL of common filters; lists name the column. Values always travel as parameters. */

export function contains(column: RawBuilder<unknown>, text: string): Condition {
  return sql`lower(${column}) like ${`%${escapeLike(text.toLowerCase())}%`}`;
}

/** A substring, through the index on pieces of two and three characters if the text is that long. */
export function searches(searchText: RawBuilder<unknown>, text: string): Condition {
  const piece = text.toLowerCase();
  const like = sql`${searchText} like ${`%${escapeLike(piece)}%`}`;
  const pieces = piecesOf(piece);
  return pieces.length === 0 ? like : sql`(text_pieces(${searchText}) @> ${pieces}::text[] and ${like})`;
}

/**
 * The same where the frequent pieces are known: a text of those alone is met soon on a walk along the sort; a rare one is
 * fetched from the index, which is exact for two or three characters. Comparing the id with itself lowers the planner's
 * estimate.
 */
export function planSearch(
  { searchText, id }: { searchText: RawBuilder<unknown>; id: RawBuilder<unknown> },
  text: string,
  frequent: ReadonlySet<string>,
): SearchPlan {
  const piece = text.toLowerCase();
  const pieces = piecesOf(piece);
  if (pieces.every((one) => frequent.has(one)))
    return { condition: sql`${searchText} like ${`%${escapeLike(piece)}%`}`, selective: false };
  if (pieces[0] !== piece) return { condition: searches(searchText, text), selective: true };
  const condition = sql`(text_pieces(${searchText}) @> ${pieces}::text[] and ${id} = coalesce(${id}, ${id}))`;
  return { condition, selective: true };
}

/** The index entries that a row with the piece must have: the piece if it is short, else its trigrams. */
function piecesOf(piece: string): string[] {
  const characters = [...piece];
  if (characters.length < 2) return [];
  if (characters.length <= 3) return [piece];
  return [...new Set(characters.slice(2).map((_, place) => characters.slice(place, place + 3).join('')))];
}

/**
 * A word anywhere in a text with an index on its trigrams; `indexed` is the text with an index on its wide pieces. One or
 * two letters are found at the beginning of a word: anywhere else they would mean nothing.
 */
export function finds(text: RawBuilder<unknown>, word: string, indexed: RawBuilder<unknown> = text): Condition {
  const has = findsByLooking(text, word);
  const pieces = [...coreOf(word)].length >= 3 ? [] : widePieces(word);
  return pieces.length === 0 ? has : sql`(wide_pieces(${indexed}) @> ${pieces}::text[] and ${has})`;
}

/** The same word in the text as it stands. */
export function findsByLooking(text: RawBuilder<unknown>, word: string): Condition {
  const like = sql`${text} like ${`%${escapeLike(word)}%`}`;
  const core = coreOf(word);
  // Anywhere, where it is long, or not of Latin letters alone, or has signs in it, such as c++ or 50%.
  if ([...core].length >= 3 || widePieces(word).length > 0 || core !== word) return like;
  return sql`(${text} ~ ${`(^|[ ._/(-])${core}`} and ${like})`;
}

export function isOneOf(column: RawBuilder<unknown>, values: readonly (string | number)[]): Condition {
  return sql`${column} in (${sql.join(values)})`;
}

/** Whole days in the platform's time zone, both included. */
export function isBetweenDays(
  column: RawBuilder<unknown>,
  { from, to }: DateValue,
  { timeZone }: MeaningContext,
): Condition {
  const conditions: Condition[] = [];
  if (from) conditions.push(sql`${column} >= (${from}::date)::timestamp at time zone ${timeZone}`);
  if (to) conditions.push(sql`${column} < (${to}::date + 1)::timestamp at time zone ${timeZone}`);
  return sql.join(conditions, sql` and `);
}

export function isInRange(column: RawBuilder<unknown>, { min, max }: RangeValue): Condition {
  const conditions: Condition[] = [];
  if (min !== undefined) conditions.push(sql`${column} >= ${min}`);
  if (max !== undefined) conditions.push(sql`${column} <= ${max}`);
  return sql.join(conditions, sql` and `);
}

/** In one of these nodes of a tree or below it. The tree is a table with materialised paths. */
export function isBelow(nodeId: RawBuilder<unknown>, tree: RawBuilder<unknown>, ids: readonly string[]): Condition {
  return sql`${nodeId} in (
    select below.id from ${tree} above join ${tree} below on below.path like above.path || '%'
    where above.id in (${sql.join(ids)}))`;
}

/** The data scope as a condition on the row's department and owner. */
export function isInScope(
  scope: DataScope,
  columns: { departmentId: RawBuilder<unknown>; ownerId: RawBuilder<unknown> },
): Condition {
  if (scope.kind === 'all') return sql`true`;
  if (scope.kind === 'own') return sql`${columns.ownerId} = ${scope.userId}`;
  return sql`${columns.departmentId} = any (${scope.ids}::uuid[])`;
}

export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, (character) => `\\${character}`);
}
