import type { ItemType, ScanSource } from '@lectern/contract/features/scan.ts';
import { strictFold } from '../../engines/word-matcher/characters.ts';
import { foldVariants } from '../../engines/word-matcher/word-key.ts';
import { foldText, isWide } from '../passage/public.ts';

/** Left, top, width, height as fractions of the page. */
export type Box = readonly [number, number, number, number];

/** Where a text is in its resource. */
export type Place = {
  page: number | null;
  box: Box | null;
  startMs: number | null;
  endMs: number | null;
};

/** One text of a resource: a passage, a tag, the file name, a note. */
export type ScannedText = Place & {
  source: ScanSource;
  /** Reading order within the source. */
  position: number;
  text: string;
  language: string | null;
  /** For passages only: their row and the reading they come from. */
  passageId: number | null;
  readingId: string | null;
  /** As stored in the text index: folded text and variant spellings. */
  folded: string;
  variants: string;
  noteId: string | null;
};

/** The properties of an item, besides its texts, that affect its matches. */
export type ScannedResource = {
  id: string;
  kind: string;
  state: string;
  versionId: string | null;
  /** null for a resource. */
  type: ItemType | null;
};

/** Must match the length at which the text index cuts terms. */
const longestTerm = 40;

/**
 * Spellings missing from the folded text by which a word may still be found: disguises, simplified characters, words
 * broken across lines. Empty for most texts.
 */
export function variantsOf(text: string, folded: string): string {
  const known = new Set(folded.split(' '));
  const read = [...wordsOf(foldVariants(text)), ...wordsOf(strictFold(text)).filter((word) => !known.has(word))];
  return read.length > 0 ? ` ${[...new Set(read)].join(' ')}` : '';
}

/** Splits like the index: alphabetic words, and runs of characters in scripts without spaces. */
export function wordsOf(text: string): string[] {
  return foldText(text).folded.split(' ').filter(Boolean);
}

/** The distinct alphabetic words in folded texts. */
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
