import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../testing/seeded-random.ts';
import { countPeople, joinSpans, type SpanViewers, sketchSize } from './sketch.ts';

const { upTo } = seededRandom(20_261_117);
const people = Array.from({ length: 5_000 }, () => upTo(2 ** 31) * 2 ** 21 + upTo(2 ** 20));

/** A day on which these came, as it is kept. */
function dayOf(came: readonly number[]): SpanViewers {
  const hashes = [...new Set(came)].sort((one, other) => one - other);
  const sketch = Buffer.alloc(Math.min(hashes.length, sketchSize) * 8);
  for (let at = 0; at < sketch.length; at += 8) sketch.writeBigUInt64BE(BigInt(hashes[at / 8] as number), at);
  return { viewers: hashes.length, counted: true, sketch };
}
/** How many they had together, asked as the database answers. */
function countOf(days: readonly SpanViewers[]) {
  const packed = days.flatMap(({ viewers, sketch }) => {
    const head = Buffer.alloc(8);
    head.writeInt32BE(viewers, 0);
    head.writeInt32BE(sketch.length, 4);
    return [head, sketch];
  });
  return countPeople(
    Buffer.concat(packed).toString('base64'),
    days.every(({ counted }) => counted),
  );
}
const someOf = (count: number, among: number) => Array.from({ length: count }, () => people[upTo(among - 1)] as number);

describe('people of several days', () => {
  it('are counted where all are known, each once', () => {
    const days = [dayOf(people.slice(0, 100)), dayOf(people.slice(50, 200)), dayOf([])];
    expect(countOf(days)).toEqual({ value: 200, exact: true });
    expect(countOf([])).toEqual({ value: 0, exact: true });
  });

  it('are exact on one day, however many they are', () => {
    expect(countOf([dayOf(people)])).toEqual({ value: new Set(people).size, exact: true });
  });

  it('are estimated beyond that, close to what they are, and said to be', () => {
    const came = Array.from({ length: 30 }, () => someOf(900, 4_000));
    const { value, exact } = countOf(came.map(dayOf));
    const really = new Set(came.flat()).size;
    expect(exact).toBe(false);
    expect(Math.abs(value / really - 1)).toBeLessThan(0.2);
  });

  it('are estimated from fewer hashes as well, and never taken for all of them', () => {
    const [many, few] = [dayOf(people.slice(0, 3_000)), dayOf(people.slice(2_900, 3_100))];
    const cut = { ...few, sketch: few.sketch.subarray(0, 60 * 8) };
    const { value, exact } = countOf([many, cut]);
    expect(exact).toBe(false);
    expect(Math.abs(value / new Set(people.slice(0, 3_100)).size - 1)).toBeLessThan(0.2);
  });

  it('are told from weeks as from their days', () => {
    const came = Array.from({ length: 28 }, () => someOf(900, 4_000));
    const weeks = [0, 7, 14, 21].map((from) => joinSpans(came.slice(from, from + 7).map(dayOf)));
    expect(weeks.every(({ counted }) => !counted)).toBe(true);
    const [byWeeks, really] = [countOf(weeks).value, new Set(came.flat()).size];
    expect(Math.abs(byWeeks / really - 1)).toBeLessThan(0.2);
    const few = Array.from({ length: 14 }, () => someOf(20, 150));
    const joined = [few.slice(0, 7), few.slice(7)].map((week) => joinSpans(week.map(dayOf)));
    expect(countOf(joined)).toEqual({ value: new Set(few.flat()).size, exact: true });
  });
});
