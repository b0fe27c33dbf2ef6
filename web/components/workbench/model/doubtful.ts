import type { Caret } from './change.ts';
import { isDoubtful, wordPlaces } from './word-places.ts';
import type { WorkLine } from './work-line.ts';

function doubtfulIn(line: WorkLine): Caret[] {
  if (!line.words?.some(isDoubtful)) return [];
  return wordPlaces(line).flatMap(({ word, from, to }) => (isDoubtful(word) ? [{ key: line.key, from, to }] : []));
}

/** The next or previous doubtful word; wraps around. */
export function nextDoubtful(lines: readonly WorkLine[], from: Caret | null, by: 1 | -1): Caret | undefined {
  const count = lines.length;
  const found = from ? lines.findIndex(({ key }) => key === from.key) : -1;
  const start = found < 0 ? (by > 0 ? 0 : count - 1) : found;
  for (let step = 0; step <= count; step += 1) {
    const line = lines[(((start + by * step) % count) + count) % count];
    const places = line ? doubtfulIn(line) : [];
    const within = step === 0 && from && found >= 0;
    // After wrapping around to the starting line, only words on the other side of the caret are left.
    const fits = ({ from: at }: Caret) => {
      if (!from || found < 0) return true;
      if (within) return by > 0 ? at > from.from : at < from.from;
      return step < count || (by > 0 ? at <= from.from : at >= from.from);
    };
    const place = by > 0 ? places.find(fits) : places.findLast(fits);
    if (place) return place;
  }
  return undefined;
}

/** Number of doubtful words in a line, without computing their positions, which is slower. */
export function doubtfulOf({ text, words }: WorkLine): number {
  if (!words) return 0;
  let count = 0;
  for (const word of words)
    if (isDoubtful(word) && word.text.trim() !== '' && text.includes(word.text.trim())) count += 1;
  return count;
}

/** The next or previous line that may not have been said at all; wraps around. */
export function nextSuspect(lines: readonly WorkLine[], from: number | null, by: 1 | -1): WorkLine | undefined {
  const count = lines.length;
  const here = from === null ? (by > 0 ? -1 : count) : lines.findIndex(({ key }) => key === from);
  for (let step = 1; step <= count; step += 1) {
    const line = lines[(((here + by * step) % count) + count) % count];
    if (line?.suspects?.length) return line;
  }
  return undefined;
}
