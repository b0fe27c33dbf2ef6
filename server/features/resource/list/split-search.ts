import { type RawBuilder, sql } from 'kysely';
import type { TextSample } from '../../../platform/db/text-sample.ts';
import type { SearchSplit } from '../../../platform/list/list-planner.ts';
import type { Condition } from '../../../platform/list/list-source.ts';
import { escapeLike, findsByLooking } from '../../../platform/list/meanings.ts';
import { narrowPieces, widePieces } from '../../../platform/list/search-words.ts';
import { all } from '../../../platform/list/view-conditions.ts';

/** The first character of Chinese, Japanese and Korean: all other titles sort before it. */
const fence = '⺀';
/** So many rows are fetched and sorted faster than a walk reaches a page of them. */
const fewRows = 2_000;

/** The column beside the text in its index. */
const isBeyond = sql`(case when lower(resources.title) >= ${sql.lit(fence)} then 1 else 0 end)`;

/**
 * Splits a search for words that are frequent but rare among titles of the other script: “algebra” among Chinese titles,
 * which come first from Z to A, or “数学” among Latin ones. `condition` finds the words anywhere.
 */
export function splitSearch(
  words: readonly string[],
  { texts, rows }: TextSample,
  { text, condition }: { text: RawBuilder<unknown>; condition: Condition },
): SearchSplit | undefined {
  const having = texts.filter((one) => words.every((word) => one.includes(word)));
  // The text begins with the title.
  const beyond = having.filter((one) => one >= fence).length;
  const before = having.length - beyond;
  const most = (fewRows * texts.length) / rows;
  if (Math.min(beyond, before) > most || Math.max(beyond, before) <= most) return undefined;
  const rareBeyond = beyond < before;
  const looks = words.map((word) => findsByLooking(sql`(${text} || '')`, word));
  const pieces = hasPieces(text, rarestPieces(words, texts));
  if (!pieces) return undefined;
  return {
    sort: 'title',
    whenAscending: !rareBeyond,
    rare: all([sql`${isBeyond} = ${sql.lit(rareBeyond ? 1 : 0)}`, pieces, ...looks]),
    others: all([sql`lower(resources.title) ${rareBeyond ? sql`<` : sql`>=`} ${fence}`, condition]),
  };
}

type Pieces = { wide: readonly string[]; narrow: readonly string[] };

/** Of each word the piece that fewest texts have: Chinese words as pairs of characters, others as trigrams. */
export function rarestPieces(words: readonly string[], texts: readonly string[]): Pieces {
  const count = (piece: string) => texts.reduce((sum, one) => (one.includes(piece) ? sum + 1 : sum), 0);
  const rarest = (pieces: readonly string[]) =>
    pieces
      .map((piece) => ({ piece, count: count(piece) }))
      .sort((one, other) => one.count - other.count)
      .slice(0, 1)
      .map(({ piece }) => piece);
  return {
    wide: words.flatMap((word) => rarest(widePieces(word))),
    narrow: words.filter((word) => widePieces(word).length === 0).flatMap((word) => rarest(narrowPieces(word))),
  };
}

/** As one index has them, which is asked for all at once; undefined: no word is long enough for it. */
export function hasPieces(text: RawBuilder<unknown>, { wide, narrow }: Pieces): Condition | undefined {
  const conditions = narrow.map((piece) => sql`${text} like ${`%${escapeLike(piece)}%`}`);
  if (wide.length > 0) conditions.unshift(sql`wide_pieces(${text}) @> ${wide}::text[]`);
  return conditions.length > 0 ? all(conditions) : undefined;
}
