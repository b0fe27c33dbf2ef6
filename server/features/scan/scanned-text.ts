import type { ItemType, ScanSource } from '@lectern/contract/features/scan.ts';
import { strictFold } from '../../engines/word-matcher/characters.ts';
import { foldVariants } from '../../engines/word-matcher/word-key.ts';
import { foldText, isWide } from '../passage/public.ts';

/** Left, top, width, height as fractions of the page. */
export type Box = readonly [number, number, number, number];

/** Where a text stands in its resource. */
export type Place = {
  page: number | null;
  box: Box | null;
  startMs: number | null;
  endMs: number | null;
};

/** One piece of text of a resource: a passage, a tag, the name of the file, a note. */
export type ScannedText = Place & {
  source: ScanSource;
  /** In the order of reading within its source. */
  position: number;
  text: string;
  language: string | null;
  /** Of passages: their row, and the reading they are from. */
  passageId: number | null;
  readingId: string | null;
  /** As the text index stores it: folded, and its other readings. */
  folded: string;
  variants: string;
  noteId: string | null;
};

/** The properties of an item that decide about its matches, besides its texts. */
export type ScannedResource = {
  id: string;
  kind: string;
  state: string;
  versionId: string | null;
  /** null: a resource. */
  type: ItemType | null;
};

/** As the index of texts cuts its terms. */
const longestTerm = 40;

/**
 * What the index of texts does not know of a text and a word may be found by: disguises, and what reads otherwise in
 * simplified characters or over the end of a line. Empty for most texts.
 */
export function variantsOf(text: string, folded: string): string {
  const known = new Set(folded.split(' '));
  const read = [...wordsOf(foldVariants(text)), ...wordsOf(strictFold(text)).filter((word) => !known.has(word))];
  return read.length > 0 ? ` ${[...new Set(read)].join(' ')}` : '';
}

/** As the index splits it: words of letters, and runs of characters of scripts without spaces. */
export function wordsOf(text: string): string[] {
  return foldText(text).folded.split(' ').filter(Boolean);
}

/** The words of letters in folded texts, each once. */
export function termsIn(folded: readonly string[]): string[] {
  const terms = new Set<string>();
  for (const text of folded) {
    for (const word of text.split(' ')) if (word !== '' && !isWide(word)) terms.add(asTerm(word));
  }
  return [...terms];
}

export function asTerm(word: string): string {
  return word.length <= longestTerm ? word : [...word].slice(0, longestTerm).join('');
}
