import { endUpTo, uniteRising } from './unite-hashes.ts';

/** So many of the smallest hashes are kept of a cell: people up to there are counted, beyond it estimated. */
export const sketchSize = 256;
const hashes = 2 ** 52;
/** No hash is greater, as they are read. */
const beyond = hashes * Number.MIN_VALUE;

/**
 * People of one cell and span of days: how many, whether they were counted or estimated, and the smallest hashes in rising
 * order, eight bytes each; fewer of them tell the same, less closely.
 */
export type SpanViewers = { viewers: number; counted: boolean; sketch: Buffer };
/** The same with which cell it is. */
export type Cell = SpanViewers & { dimension: number; key: number; within: number; within_key: number };
export type Estimate = { value: number; exact: boolean };

/**
 * How many people some spans had together; they may overlap. Where all hashes of all of them are known they are counted;
 * else the place of the last of the smallest tells how thick they lie, which is right within some 6 in a hundred two times
 * out of three.
 */
export function countPeople(parts: readonly SpanViewers[]): Estimate {
  const [first] = parts;
  if (first && parts.length === 1) return { value: first.viewers, exact: first.counted };
  return countUnited(parts, unite(parts));
}

function countUnited(parts: readonly SpanViewers[], united: Float64Array): Estimate {
  if (parts.every(isKnown)) return { value: united.length, exact: true };
  const known = (united.at(-1) ?? beyond) / Number.MIN_VALUE;
  const estimate = Math.round(((united.length - 1) * hashes) / known);
  const least = Math.max(...parts.map(({ viewers }) => viewers));
  const most = parts.reduce((sum, { viewers }) => sum + viewers, 0);
  return { value: Math.min(Math.max(estimate, least), most), exact: false };
}

/** Several spans as one, in the form in which a day is kept. */
export function joinSpans(parts: readonly SpanViewers[]): SpanViewers {
  if (parts.length === 1 && parts[0]) return parts[0];
  const united = unite(parts);
  const { value, exact } = countUnited(parts, united);
  const smallest = united.slice(0, sketchSize);
  const sketch = Buffer.from(smallest.buffer).swap64();
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
  const read = readHashes(parts);
  let from = 0;
  let known = beyond;
  const runs = parts.map((part) => {
    const run = [from, from + part.sketch.length / 8] as const;
    if (!isKnown(part) && part.sketch.length > 0) known = Math.min(known, read[run[1] - 1] ?? beyond);
    from = run[1];
    return run;
  });
  return uniteRising(
    read,
    runs.map((run) => [run[0], endUpTo(read, run, known)]),
  );
}

/**
 * One behind the other. Whole numbers below 2^52 as they are stored are floats far below one, in the same order: nothing but
 * the order of their bytes has to be changed to compare them.
 */
function readHashes(parts: readonly SpanViewers[]): Float64Array {
  const read = new Float64Array(parts.reduce((sum, { sketch }) => sum + sketch.length, 0) / 8);
  const bytes = Buffer.from(read.buffer);
  let at = 0;
  for (const { sketch } of parts) at += sketch.copy(bytes, at);
  bytes.swap64();
  return read;
}
