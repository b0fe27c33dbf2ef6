import type { MatcherWord } from '../../engines/word-matcher/port.ts';
import { literalPieces } from '../../engines/word-matcher/word-key.ts';
import type { Db } from '../../platform/db/database.ts';
import { isWide } from '../passage/public.ts';
import {
  type CandidateText,
  type IndexQuery,
  listCandidateTexts,
  listResourcesWith,
  listTermsWith,
  listTextKeys,
  type TextKey,
} from './candidates.repository.ts';
import { asTerm, wordsOf } from './scanned-text.ts';

type SearchedWord = Pick<MatcherWord, 'text' | 'mode'>;

/** A piece that occurs in more words than this is too common to narrow a search. */
const mostTerms = 3_000;
/** More words would exceed the size limit of a database query. */
const wordsAtOnce = 5;
const textsAtOnce = 500;

type CandidateTexts = {
  /** True when there are more texts than requested. */
  more: boolean;
  read(): AsyncGenerator<CandidateText[]>;
};

/**
 * Finds texts that may contain words, even disguised, from the index. There are no false negatives and few false
 * positives.
 */
export class CandidateService {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  /** Returns `all` when a word has no piece that the index can look up. */
  async resourcesOf(words: readonly SearchedWord[]): Promise<string[] | 'all'> {
    const found = new Set<string>();
    for (let at = 0; at < words.length; at += wordsAtOnce) {
      const query = await this.#queryOf(words.slice(at, at + wordsAtOnce));
      if (query === 'all') return 'all';
      for (const id of await listResourcesWith(this.#db, query)) found.add(id);
    }
    return [...found];
  }

  /** At most `most` texts, read in batches. */
  async textsOf(words: readonly SearchedWord[], most: number): Promise<CandidateTexts> {
    const db = this.#db;
    const found = new Map<string, TextKey>();
    for (let at = 0; at < words.length && found.size <= most; at += wordsAtOnce) {
      const query = await this.#queryOf(words.slice(at, at + wordsAtOnce));
      for (const key of await listTextKeys(db, query, most)) found.set(JSON.stringify(key), key);
    }
    const keys = [...found.values()];
    return {
      more: keys.length > most,
      async *read() {
        for (let at = 0; at < Math.min(keys.length, most); at += textsAtOnce) {
          yield await listCandidateTexts(db, keys.slice(at, Math.min(at + textsAtOnce, most)));
        }
      },
    };
  }

  async #queryOf(words: readonly SearchedWord[]): Promise<IndexQuery | 'all'> {
    const queries: IndexQuery = { folded: [], variants: [] };
    for (const word of words) {
      const { strict, loose } = piecesOf(word);
      const written = await this.#every(strict, word);
      if (written === 'all') return 'all';
      if (written) queries.folded.push(written);
      for (const piece of loose) {
        const terms = await this.#termsOf(piece, word);
        if (terms === 'all') return 'all';
        if (terms) queries.variants.push(`(${terms})`);
      }
    }
    return queries;
  }

  /** Combines all pieces with AND; undefined when one of them occurs in no text. */
  async #every(pieces: readonly Piece[], word: SearchedWord): Promise<string | 'all' | undefined> {
    const asked: string[] = [];
    for (const piece of pieces) {
      const terms = await this.#termsOf(piece, word);
      if (terms === undefined) return undefined;
      if (terms !== 'all') asked.push(`(${terms})`);
    }
    return asked.length > 0 ? asked.join(' & ') : 'all';
  }

  async #termsOf(piece: Piece, { mode }: SearchedWord): Promise<string | 'all' | undefined> {
    if ('terms' in piece) return piece.terms;
    const known = await listTermsWith(this.#db, { piece: piece.letters, alone: mode === 'exact', most: mostTerms });
    if (known.length === 0) return undefined;
    return known.length > mostTerms ? 'all' : known.map(quoted).join(' | ');
  }
}

/** A piece of an alphabetic word, or index terms of a script without spaces. */
type Piece = { letters: string } | { terms: string };

/**
 * A text with the word contains either all `strict` pieces as written or one of the `loose` pieces among its variants.
 */
type WordPieces = { strict: Piece[]; loose: Piece[] };

function piecesOf(word: Pick<MatcherWord, 'text' | 'mode'>): WordPieces {
  const pieces = literalPieces(word);
  const strict = pieces.map((piece) => piece.strict).flatMap(splitUp);
  const loose = pieces.map((piece) => piece.loose).flatMap(splitUp);
  return { strict, loose: [...strict, ...loose] };
}

function splitUp(text: string): Piece[] {
  return wordsOf(text).map((word) => (isWide(word) ? { terms: termsOf(word) } : { letters: asTerm(word) }));
}

/** Pairs of adjacent characters; a single character is searched as the start of a pair or the end of a run. */
function termsOf(word: string): string {
  const characters = [...word];
  if (characters.length === 1) return `${quoted(word)}:*`;
  return characters
    .slice(1)
    .map((next, place) => quoted(`${characters[place]}${next}`))
    .join(' & ');
}

/** Quoted for a `tsquery`. */
function quoted(term: string): string {
  return `'${term.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}
