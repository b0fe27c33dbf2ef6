import type { PatternPool } from './pattern-pool.ts';

export type Alphabet = { codeOf: Uint16Array; codeCount: number };

/** Frequent characters get small codes: the array becomes dense. Zero is for characters of no pattern. */
export function alphabetOf(pool: PatternPool): Alphabet {
  const often = new Int32Array(65536);
  const end = pool.starts[pool.count] as number;
  for (let at = 0; at < end; at += 1) {
    const unit = pool.units[at] as number;
    often[unit] = (often[unit] as number) + 1;
  }
  const used: number[] = [];
  for (let unit = 0; unit < 65536; unit += 1) if (often[unit] !== 0) used.push(unit);
  used.sort((left, right) => (often[right] as number) - (often[left] as number));
  const codeOf = new Uint16Array(65536);
  used.forEach((unit, place) => {
    codeOf[unit] = Math.min(place + 1, 65535);
  });
  return { codeOf, codeCount: used.length };
}
