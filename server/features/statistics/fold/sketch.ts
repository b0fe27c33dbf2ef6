import { countUpTo, uniteRising } from './unite-hashes.ts';

/** So many of the smallest hashes are kept of a cell: people up to there are counted, beyond it estimated. */
export const sketchSize = 256;
const hashes = 2 ** 52;

/**
 * People of one cell and span of days: how many, whether they were counted or estimated, and the smallest hashes in rising
 * order, eight bytes each; fewer of them tell the same, less closely.
 */
export type SpanViewers = { viewers: number; counted: boolean; sketch: Buffer };
export type Estimate = { value: number; exact: boolean };

/**
 * How many people some spans had together; they may overlap. Where all hashes of all of them are known they are counted;
 * else the place of the last of the smallest tells how thick they lie, which is right within some 6 in a hundred two times
 * out of three.
 */
export function countPeople(parts: readonly SpanViewers[]): Estimate {
  const [first] = parts;
  if (first && parts.length === 1) return { value: first.viewers, exact: first.counted };
  const isWhole = parts.every(isKnown);
  const united = unite(parts);
  if (isWhole) return { value: united.length, exact: true };
  const known = united.at(-1) ?? hashes;
  const estimate = Math.round(((united.length - 1) * hashes) / known);
  const least = Math.max(...parts.map(({ viewers }) => viewers));
  const most = parts.reduce((sum, { viewers }) => sum + viewers, 0);
  return { value: Math.min(Math.max(estimate, least), most), exact: false };
}

/** Several spans as one, in the form in which a day is kept. */
export function joinSpans(parts: readonly SpanViewers[]): SpanViewers {
  if (parts.length === 1 && parts[0]) return parts[0];
  const { value, exact } = countPeople(parts);
  const smallest = unite(parts).subarray(0, sketchSize);
  const sketch = Buffer.alloc(smallest.length * 8);
  smallest.forEach((hash, place) => {
    sketch.writeBigUInt64BE(BigInt(hash), place * 8);
  });
  // More than are kept means: some are not known.
  return { viewers: exact ? value : Math.max(value, sketchSize + 1), counted: exact, sketch };
}

/** Whether every hash of it is there. */
function isKnown({ viewers, sketch }: SpanViewers): boolean {
  return sketch.length >= viewers * 8;
}

/**
 * The different hashes in rising order, up to where all are known: beyond the last hash of a cut sketch nothing is known of
 * that span, and what lies higher elsewhere does not count.
 */
function unite(parts: readonly SpanViewers[]): Float64Array {
  const read = parts.map(({ sketch }) => readHashes(sketch));
  const known = Math.min(...parts.map((part, at) => (isKnown(part) ? hashes : (read[at]?.at(-1) ?? hashes))));
  return uniteRising(read.map((rising) => rising.subarray(0, countUpTo(rising, known))));
}

/**
 * Whole numbers below 2^52 as they are stored are floats far below one, in the same order: all are read at once, and made whole
 * again by what the smallest float is.
 */
function readHashes(stored: Buffer): Float64Array {
  const bytes = new Uint8Array(stored.length);
  bytes.set(stored);
  Buffer.from(bytes.buffer).swap64();
  const read = new Float64Array(bytes.buffer);
  for (let at = 0; at < read.length; at += 1) read[at] = (read[at] as number) / Number.MIN_VALUE;
  return read;
}
