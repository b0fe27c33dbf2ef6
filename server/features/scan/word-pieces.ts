import { isWide } from '../../platform/passages/fold-text.ts';
import { literalPieces } from '../../platform/word-matcher/fold-variants.ts';
import type { MatcherWord } from '../../platform/word-matcher/matcher-word.ts';
import { asTerm, wordsOf } from './text-variants.ts';

/** What stands in a text: a piece of a word of letters, or terms of scripts without spaces as the index knows them. */
export type Piece = { letters: string } | { terms: string };

/**
 * What must be known of a text that holds a word. Either it has all pieces as they are written, or one of them stands
 * among its variants.
 */
export type WordPieces = { strict: Piece[]; loose: Piece[] };

export function piecesOf(word: Pick<MatcherWord, 'text' | 'mode'>): WordPieces {
  const pieces = literalPieces(word);
  const strict = pieces.map((piece) => piece.strict).flatMap(splitUp);
  const loose = pieces.map((piece) => piece.loose).flatMap(splitUp);
  return { strict, loose: [...strict, ...loose] };
}

function splitUp(text: string): Piece[] {
  return wordsOf(text).map((word) => (isWide(word) ? { terms: termsOf(word) } : { letters: asTerm(word) }));
}

/** Pairs of neighbours; one character alone begins a pair, or ends a run. */
function termsOf(word: string): string {
  const characters = [...word];
  if (characters.length === 1) return `${quoted(word)}:*`;
  return characters
    .slice(1)
    .map((next, place) => quoted(`${characters[place]}${next}`))
    .join(' & ');
}

/** As the database's queries of terms spell them. */
export function quoted(term: string): string {
  return `'${term.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}
