import type { ReadingLine, ReadingPart } from '@lectern/contract/features/reading.ts';
import type { Box, Place } from './scanned-text.ts';

type Passage = Place & { text: string };
type Span = { start: number; end: number };
/** A word, or a line that names no words, with the characters that it holds of the whole part. */
type Piece = { from: number; to: number; line: ReadingLine; box?: Box; startMs?: number; endMs?: number };

/**
 * The very words of a page, or seconds of speech, that a hit in a passage is made of. Passages are lines put together and
 * cut again: what is compared is all but the white space. Nothing when the part does not hold the passage.
 */
export function placeInPart(part: ReadingPart, passage: Passage, hit: Span): Partial<Place> | undefined {
  const { text, pieces } = flatten(part);
  const wanted = bare(passage.text);
  const before = bare(passage.text.slice(0, hit.start)).length;
  const length = bare(passage.text.slice(hit.start, hit.end)).length;
  const at = placesOf(text, wanted).sort((left, right) => offBy(left) - offBy(right))[0];
  if (at === undefined || length === 0) return undefined;
  const touched = pieces.filter(({ from, to }) => from < at + before + length && to > at + before);
  const boxes = touched.map(({ box, line }) => box ?? line.box);
  const starts = touched.map(({ startMs, line }) => startMs ?? line.startMs);
  const ends = touched.map(({ endMs, line }) => endMs ?? line.endMs);
  return {
    ...(isFull(boxes) && { box: union(boxes) }),
    ...(isFull(starts) && { startMs: Math.min(...starts) }),
    ...(isFull(ends) && { endMs: Math.max(...ends) }),
  };

  /** The same sentence may stand on a page twice: the passage's own place tells which it is. */
  function offBy(place: number): number {
    const line = pieces.find(({ to }) => to > place)?.line;
    if (passage.startMs !== null && line?.startMs !== undefined) return Math.abs(line.startMs - passage.startMs);
    if (!passage.box || !line?.box) return 0;
    const inside = line.box[1] >= passage.box[1] - 0.001 && line.box[1] <= passage.box[1] + passage.box[3] + 0.001;
    return inside ? Math.abs(line.box[0] - passage.box[0]) : 1 + Math.abs(line.box[1] - passage.box[1]);
  }
}

function flatten(part: ReadingPart): { text: string; pieces: Piece[] } {
  let text = '';
  const pieces: Piece[] = [];
  for (const line of part.lines) {
    const own = bare(line.text);
    const words = line.words ?? [];
    const isSpelledOut = words.length > 0 && bare(words.map((word) => word.text).join('')) === own;
    let from = text.length;
    for (const word of isSpelledOut ? words : [line]) {
      const to = from + bare(word.text).length;
      const { box, startMs, endMs } = word;
      pieces.push({
        ...{ from, to, line },
        ...(box && { box }),
        ...(startMs !== undefined && { startMs }),
        ...(endMs !== undefined && { endMs }),
      });
      from = to;
    }
    text += own;
  }
  return { text, pieces };
}

const mostPlaces = 100;

function placesOf(text: string, wanted: string): number[] {
  const places: number[] = [];
  if (wanted === '') return places;
  for (let at = text.indexOf(wanted); at >= 0 && places.length < mostPlaces; at = text.indexOf(wanted, at + 1)) {
    places.push(at);
  }
  return places;
}

function union(boxes: readonly Box[]): Box {
  const left = Math.min(...boxes.map((box) => box[0]));
  const top = Math.min(...boxes.map((box) => box[1]));
  const right = Math.max(...boxes.map((box) => box[0] + box[2]));
  const bottom = Math.max(...boxes.map((box) => box[1] + box[3]));
  const [width, height] = [right - left, bottom - top];
  return [round(left), round(top), round(width), round(height)];
}

function round(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}

function isFull<Value>(values: readonly (Value | undefined)[]): values is Value[] {
  return values.length > 0 && values.every((value) => value !== undefined);
}

function bare(text: string): string {
  return text.replace(/\s+/gu, '');
}
