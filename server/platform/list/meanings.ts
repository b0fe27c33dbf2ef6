import type { DateValue, RangeValue } from '@lectern/contract/list/filter.ts';
import { type RawBuilder, sql } from 'kysely';
import type { DataScope } from '../access/data-scope.ts';
import type { SearchPlan } from './list-planner.ts';
import type { Condition, MeaningContext } from './list-source.ts';
import { coreOf, widePieces } from './search-words.ts';

/** SQL for common filters; lists name the column. Values are always bound as parameters. */

export function contains(column: RawBuilder<unknown>, text: string): Condition {
  return sql`lower(${column}) like ${`%${escapeLike(text.toLowerCase())}%`}`;
}

/** Substring match; texts of two or more characters use the index on `text_pieces`. */
export function searches(searchText: RawBuilder<unknown>, text: string): Condition {
  const piece = text.toLowerCase();
  const like = sql`${searchText} like ${`%${escapeLike(piece)}%`}`;
  const pieces = piecesOf(piece);
  return pieces.length === 0 ? like : sql`(text_pieces(${searchText}) @> ${pieces}::text[] and ${like})`;
}

/**
 * Like `searches`, but knows the frequent pieces: a text made only of those is found quickly by walking the sort
 * order; any other uses the index, which is exact for two or three characters. Comparing the id with itself lowers the
 * planner's row estimate.
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

/**
 * Index entries that a matching row must have: the piece itself if it has two or three characters, else its trigrams.
 */
function piecesOf(piece: string): string[] {
  const characters = [...piece];
  if (characters.length < 2) return [];
  if (characters.length <= 3) return [piece];
  return [...new Set(characters.slice(2).map((_, place) => characters.slice(place, place + 3).join('')))];
}

/**
 * Matches a word anywhere in a text with a trigram index; `indexed` is the text with the `wide_pieces` index. One or
 * two letters match only at the start of a word, where they mean something.
 */
export function finds(text: RawBuilder<unknown>, word: string, indexed: RawBuilder<unknown> = text): Condition {
  const pieces = [...coreOf(word)].length >= 3 ? [] : widePieces(word);
  if (pieces.length === 0) return findsByLooking(text, word);
  // So short a word has no trigram; as a second condition on the index, it would seem to need a scan of all of it.
  return sql`(wide_pieces(${indexed}) @> ${pieces}::text[] and ${findsByLooking(sql`(${text} || '')`, word)})`;
}

/** Like `finds`, but without the `wide_pieces` index. */
export function findsByLooking(text: RawBuilder<unknown>, word: string): Condition {
  const like = sql`${text} like ${`%${escapeLike(word)}%`}`;
  const core = coreOf(word);
  // Match anywhere if the word is long, contains non-Latin characters, or contains symbols, as in c++ or 50%.
  if ([...core].length >= 3 || widePieces(word).length > 0 || core !== word) return like;
  return sql`(${text} ~ ${`(^|[ ._/(-])${core}`} and ${like})`;
}

export function isOneOf(column: RawBuilder<unknown>, values: readonly (string | number)[]): Condition {
  return sql`${column} in (${sql.join(values)})`;
}

/** Whole days in the platform's time zone, both ends included. */
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

/** Matches rows at or below any of these tree nodes. The tree is a table with materialised paths. */
export function isBelow(nodeId: RawBuilder<unknown>, tree: RawBuilder<unknown>, ids: readonly string[]): Condition {
  return sql`${nodeId} in (
    select below.id from ${tree} above join ${tree} below on below.path like above.path || '%'
    where above.id in (${sql.join(ids)}))`;
}

/** The data scope as a condition on a row's department and owner. */
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
