import { doubtfulBelow } from '@lectern/contract/features/reading.ts';
import type { EditableLine, EditableWord } from '@lectern/contract/text-edit/editable-line.ts';
import { patternOf } from '@lectern/contract/text-edit/replace-in-lines.ts';
import { spliceLine } from '@lectern/contract/text-edit/splice-line.ts';
import { wordSpans } from '@lectern/contract/text-edit/word-spans.ts';
import type { WorkLine } from './work-line.ts';

type WordPlace = { word: EditableWord; index: number; from: number; to: number };
type Worded = Pick<EditableLine, 'text' | 'words'>;

/** Positions of a line's words in its text; words not found in the text are left out. */
export function wordPlaces(line: Worded): WordPlace[] {
  const spans = wordSpans(line);
  return (line.words ?? []).flatMap((word, index) => {
    const { start: from, end: to } = spans[index] ?? { start: 0, end: 0 };
    return to > from ? [{ word, index, from, to }] : [];
  });
}

export function isDoubtful({ confidence }: { confidence: number | null }): boolean {
  return confidence !== null && confidence < doubtfulBelow;
}

/** The word at an offset of the text, or ending there. */
export function placeAt(line: Worded, offset: number): WordPlace | undefined {
  const places = wordPlaces(line);
  return places.find(({ from, to }) => offset >= from && offset < to) ?? places.find(({ to }) => offset === to);
}

/** The word being said at a time. */
export function wordAt(line: Worded, ms: number): WordPlace | undefined {
  return wordPlaces(line).findLast(({ word }) => word.startMs !== undefined && word.startMs <= ms);
}

export type FindOptions = { query: string; wholeWord: boolean; matchCase: boolean };
export type Range = { from: number; to: number };
export type FoundPlace = Range & { key: number; at: number };

const nothing: readonly Range[] = [];
const finders = new WeakMap<FindOptions, (text: string) => readonly Range[]>();

/** Returns a function that finds all matches in a text, in order; cached per options object. */
export function finderOf(options: FindOptions): (text: string) => readonly Range[] {
  const known = finders.get(options);
  if (known) return known;
  const { query, ...rest } = options;
  const pattern = patternOf({ text: query, ...rest });
  const find = (text: string): readonly Range[] => {
    if (!pattern) return nothing;
    // Most lines have no match, and this check is cheaper than `matchAll`.
    if (text.search(pattern) < 0) return nothing;
    return [...text.matchAll(pattern)].map(({ index, 0: match }) => ({ from: index, to: index + match.length }));
  };
  finders.set(options, find);
  return find;
}

/** Replaces from the last place to the first, so earlier offsets stay valid. */
export function replacePlaces(line: WorkLine, places: readonly Range[], by: string): WorkLine {
  return places.reduceRight((known, { from, to }) => spliceLine(known, from, to, by), line);
}
