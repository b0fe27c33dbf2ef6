/** So many of the smallest hashes are kept of a cell: people up to there are counted, beyond it estimated. */
export const sketchSize = 256;
const hashes = 2 ** 52;

/** People of one cell and day: how many, and the smallest hashes in rising order, eight bytes each. */
export type DayViewers = { viewers: number; sketch: Buffer };
export type Estimate = { value: number; exact: boolean };

/**
 * How many people some days had together. Where all hashes of all days are known they are counted; else the place of the
 * last of the smallest tells how thick they lie, which is right within some 6 in a hundred two times out of three.
 */
export function countPeople(days: readonly DayViewers[]): Estimate {
  if (days.length === 0) return { value: 0, exact: true };
  if (days.length === 1) return { value: days[0]?.viewers ?? 0, exact: true };
  const isWhole = days.every(({ viewers }) => viewers <= sketchSize);
  const seen = new Set<number>();
  for (const { sketch } of days) for (const hash of hashesOf(sketch)) seen.add(hash);
  if (isWhole) return { value: seen.size, exact: true };
  // Beyond the last hash of a cut sketch nothing is known of that day: what lies higher elsewhere does not count.
  const known = Math.min(...days.filter(({ viewers }) => viewers > sketchSize).map(({ sketch }) => lastOf(sketch)));
  let within = 0;
  for (const hash of seen) if (hash <= known) within += 1;
  const estimate = Math.round(((within - 1) * hashes) / known);
  const least = Math.max(...days.map(({ viewers }) => viewers));
  const most = days.reduce((sum, { viewers }) => sum + viewers, 0);
  return { value: Math.min(Math.max(estimate, least), most), exact: false };
}

function* hashesOf(sketch: Buffer): Generator<number> {
  for (let at = 0; at < sketch.length; at += 8) yield hashAt(sketch, at);
}

function lastOf(sketch: Buffer): number {
  return hashAt(sketch, sketch.length - 8);
}

function hashAt(sketch: Buffer, at: number): number {
  return sketch.readUInt32BE(at) * 2 ** 32 + sketch.readUInt32BE(at + 4);
}
