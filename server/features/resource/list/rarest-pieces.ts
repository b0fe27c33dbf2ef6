import { type RawBuilder, sql } from 'kysely';
import type { Condition } from '../../../platform/list/list-source.ts';
import { escapeLike } from '../../../platform/list/meanings.ts';
import { narrowPieces, widePieces } from '../../../platform/list/search-words.ts';
import { all } from '../../../platform/list/view-conditions.ts';

export type Pieces = { wide: readonly string[]; narrow: readonly string[] };

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
