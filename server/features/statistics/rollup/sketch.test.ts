import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../testing/seeded-random.ts';
import { maxHashes, uniteSketches, type ViewerSketch } from './sketch.ts';

const { upTo } = seededRandom(20_261_117);
const people = Array.from({ length: 40_000 }, () => upTo(2 ** 31) * 2 ** 21 + upTo(2 ** 21 - 1));

function dayOf(hashes: readonly number[]): ViewerSketch {
  const viewers = hashes.map((hash) => {
    const sketch = Buffer.alloc(8);
    sketch.writeBigUInt64BE(BigInt(hash));
    return { viewers: 1, sketch };
  });
  const { value, sketch } = uniteSketches(viewers);
  return { viewers: value, sketch };
}
const countOf = (days: readonly ViewerSketch[]) => {
  const { value, exact } = uniteSketches(days);
  return { value, exact };
};
const someOf = (count: number, among: number) => Array.from({ length: count }, () => people[upTo(among - 1)] as number);

describe('viewers of several days', () => {
  it('are counted where all hashes are known, each person once', () => {
    const days = [dayOf(people.slice(0, 100)), dayOf(people.slice(50, 200)), dayOf([])];
    expect(countOf(days)).toEqual({ value: 200, exact: true });
    expect(countOf([])).toEqual({ value: 0, exact: true });
  });

  it('keep their hashes up to 256 and 4,096 registers above', () => {
    expect(dayOf(people.slice(0, maxHashes)).sketch.length).toBe(8 * maxHashes);
    expect(dayOf(people.slice(0, maxHashes + 1)).sketch.length).toBe(4096);
  });

  it.each([300, 1_000, 3_000, 10_000, 20_000, 40_000])('are estimated within a few percent: %s', (count) => {
    const came = people.slice(0, count);
    const days = [dayOf(came.slice(0, Math.ceil(count * 0.9))), dayOf(came.slice(Math.floor(count * 0.2)))];
    const { value, exact } = countOf(days);
    expect(exact).toBe(count <= maxHashes);
    // Three standard errors of the estimate.
    expect(Math.abs(value / new Set(came).size - 1)).toBeLessThan(0.05);
  });

  it('are estimated from months as from their days', () => {
    const came = Array.from({ length: 28 }, () => someOf(900, 4_000));
    const weeks = [0, 7, 14, 21].map((from) => dayOf(came.slice(from, from + 7).flat()));
    expect(countOf(weeks)).toEqual(countOf(came.map(dayOf)));
    expect(countOf(weeks).exact).toBe(false);
  });

  it('are between the greatest part and all parts, also where hashes were lost', () => {
    const [many, few] = [dayOf(people.slice(0, 200)), dayOf(people.slice(150, 250))];
    const cut = { viewers: 5_000, sketch: many.sketch };
    expect(countOf([cut, few])).toEqual({ value: 5_000, exact: false });
  });
});
