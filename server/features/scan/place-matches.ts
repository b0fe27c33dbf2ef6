import type { ReadingLine, ReadingPart } from '@lectern/contract/features/reading.ts';
import { sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';
import type { FoundMatch } from './found-match.ts';
import type { Box, Place, ScannedText } from './scanned-text.ts';

/** Finds the exact place of each match in the lines and words its passage was built from. */
export async function placeMatches(
  db: Executor,
  texts: readonly ScannedText[],
  matches: readonly FoundMatch[],
): Promise<FoundMatch[]> {
  const textOf = new Map(texts.map((text) => [`${text.source} ${text.position}`, text]));
  const parts = new PartReader(db);
  const placed: FoundMatch[] = [];
  for (const match of matches) {
    const text = textOf.get(`${match.source} ${match.position}`);
    const part = text && (await parts.partOf(text));
    placed.push({ ...match, ...(part && text && placeInPart(part, text, match)) });
  }
  return placed;
}

/** Matches arrive in reading order, so caching the latest part is enough. */
class PartReader {
  readonly #db: Executor;
  #key = '';
  #part: ReadingPart | undefined;

  constructor(db: Executor) {
    this.#db = db;
  }

  async partOf({ readingId, page, startMs }: ScannedText): Promise<ReadingPart | undefined> {
    if (!readingId || (page === null && startMs === null)) return undefined;
    if (page === null && this.#key.startsWith(readingId) && holds(this.#part, startMs)) return this.#part;
    const key = `${readingId} ${page ?? startMs}`;
    if (key !== this.#key) {
      this.#part = await findPart(this.#db, { readingId, page, startMs });
      this.#key = key;
    }
    return this.#part;
  }
}

function holds(part: ReadingPart | undefined, startMs: number | null): boolean {
  return part?.lines.some((line) => line.startMs === startMs) ?? false;
}

/** A part holds one page, or for speech a stretch of time: the last one that begins no later than the passage. */
async function findPart(
  db: Executor,
  { readingId, page, startMs }: { readingId: string; page: number | null; startMs: number | null },
): Promise<ReadingPart | undefined> {
  const which = page === null ? sql`(content #>> '{lines,0,startMs}')::numeric <= ${startMs}` : sql`number = ${page}`;
  const { rows } = await sql<{ content: ReadingPart }>`
    select content from reading_parts where reading_id = ${readingId} and ${which}
    order by number desc limit 1`.execute(db);
  return rows[0]?.content;
}

type Passage = Place & { text: string };
type Span = { start: number; end: number };
/** A word, or a line without word data, with its character range in the whole part. */
type Piece = { from: number; to: number; line: ReadingLine; box?: Box; startMs?: number; endMs?: number };

/**
 * The exact words on a page, or span of speech, of a match in a passage. Compares text without white space, because
 * passages join and re-cut lines; undefined when the part does not contain the passage.
 */
export function placeInPart(part: ReadingPart, passage: Passage, match: Span): Partial<Place> | undefined {
  const { text, pieces } = flatten(part);
  const wanted = bare(passage.text);
  const before = bare(passage.text.slice(0, match.start)).length;
  const length = bare(passage.text.slice(match.start, match.end)).length;
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

  /** A sentence can occur twice on a page; the one closest to the passage's own place wins. */
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
