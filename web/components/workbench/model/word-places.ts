import { doubtfulBelow } from '@lectern/contract/features/reading.ts';
import type { EditableLine, EditableWord } from '@lectern/contract/text-edit/editable-line.ts';
import { wordSpans } from '@lectern/contract/text-edit/word-spans.ts';

type WordPlace = { word: EditableWord; index: number; from: number; to: number };
type Worded = Pick<EditableLine, 'text' | 'words'>;

/** Where the words of a line stand in its text. One that is not in it is left out. */
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

/** The word that stands at a place of the text, or ends there. */
export function placeAt(line: Worded, offset: number): WordPlace | undefined {
  const places = wordPlaces(line);
  return places.find(({ from, to }) => offset >= from && offset < to) ?? places.find(({ to }) => offset === to);
}

/** The word that is being said at a moment. */
export function placeSaidAt(line: Worded, ms: number): WordPlace | undefined {
  return wordPlaces(line).findLast(({ word }) => word.startMs !== undefined && word.startMs <= ms);
}
