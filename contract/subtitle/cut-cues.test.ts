import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkCues } from './check-cues.ts';
import { type Cue, cueLimits, type TimedWord } from './cue.ts';
import { isTooFast, leastMsOf } from './cue-measure.ts';
import { tokensOf } from './cue-tokens.ts';
import { cutCues, mostLateMs } from './cut-cues.ts';
import { groupTokens } from './place-cues.ts';

const time = fc.oneof(fc.integer({ min: -1000, max: 60_000 }), fc.constantFrom(0, Number.NaN, 3_600_000, 2 ** 40));
const text = fc.oneof(
  { weight: 6, arbitrary: fc.stringMatching(/^[a-z]{1,12}[.,?]?$/) },
  { weight: 3, arbitrary: fc.stringMatching(/^[\u4e00-\u4e40]{1,9}[。，]?$/) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }) },
  { weight: 1, arbitrary: fc.stringMatching(/^[a-z]{60,150}$/) },
  { weight: 1, arbitrary: fc.stringMatching(/^[\u4e00-\u4f00]{20,60}$/) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('', ' ', '\n\n', '\u200b', 'e\u0301'.repeat(300), '。', '-->', '<i>', '한국어'),
  },
);
const words = fc.array(fc.record({ text, startMs: time, endMs: time }), { maxLength: 60 });

/** Consecutive words at a natural speed, with pauses. */
const speech = fc
  .array(
    fc.record({ text, lengthMs: fc.integer({ min: 40, max: 700 }), pauseMs: fc.constantFrom(0, 0, 30, 400, 3000) }),
    {
      maxLength: 120,
    },
  )
  .map((spoken) => {
    let at = 0;
    return spoken.map(({ text: said, lengthMs, pauseMs }): TimedWord => {
      const startMs = at + pauseMs;
      at = startMs + lengthMs;
      return { text: said, startMs, endMs: at };
    });
  });

/** The same words, slowed down so that each can be read while it is spoken. */
function slowly(given: readonly TimedWord[]): TimedWord[] {
  let at = 0;
  return given.map(({ text: said, startMs, endMs }) => {
    const from = Math.max(at, startMs);
    at = from + Math.max(endMs - startMs, 2 * leastMsOf(said));
    return { text: said, startMs: from, endMs: at };
  });
}

const letters = (given: string) => given.toWellFormed().replace(/[^\p{L}\p{N}]/gu, '');

describe('cues that are cut from words', () => {
  it('have no problem for any words and times, except being faster than people read', () => {
    fc.assert(
      fc.property(words, (given) => {
        expect(checkCues(cutCues(given)).filter(({ kind }) => kind !== 'tooFast')).toEqual([]);
      }),
      { numRuns: 400 },
    );
  });

  it('have no problem of speech that people can follow', () => {
    fc.assert(
      fc.property(speech, (given) => {
        expect(checkCues(cutCues(slowly(given)))).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it('are too fast only where they would otherwise be late, and never later than the limit', () => {
    fc.assert(
      fc.property(speech, (given) => {
        const cues = cutCues(given);
        const groups = groupTokens(tokensOf(given));
        const isShortest = ({ startMs, endMs }: Cue) => endMs - startMs <= cueLimits.leastMs;
        for (const [at, cue] of cues.entries()) {
          const lateMs = cue.startMs - (groups[at]?.startMs ?? 0);
          // Words of zero length pile up; in that case the cues before are already as short as allowed.
          if (lateMs > cueLimits.latestMs) expect(isShortest(cues[at - 1] as Cue)).toBe(true);
          const next = groups[at + 1]?.startMs ?? Number.POSITIVE_INFINITY;
          if (isTooFast(cue)) expect(cue.endMs + cueLimits.gapMs - next).toBeGreaterThanOrEqual(cueLimits.latestMs);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('keep up with someone who talks too fast for ten minutes, and say so', () => {
    const said = 'and then we differentiate both sides of that equation with respect to the second variable,'.split(
      ' ',
    );
    const talk = (msPerLetter: number) => {
      let at = 0;
      return Array.from({ length: 1_500 }, (_, number): TimedWord => {
        const spoken = said[number % said.length] ?? '';
        const startMs = at;
        at += (spoken.length + 1) * msPerLetter;
        return { text: spoken, startMs, endMs: at };
      });
    };
    const [calm, hasty] = [talk(60), talk(45)];
    expect(checkCues(cutCues(calm))).toEqual([]);
    const problems = checkCues(cutCues(hasty));
    expect(problems.length).toBeGreaterThan(20);
    expect(new Set(problems.map(({ kind }) => kind))).toEqual(new Set(['tooFast']));
    expect(mostLateMs(hasty)).toBeLessThanOrEqual(cueLimits.latestMs);
  });

  it('say every word once and in order', () => {
    const plain = fc.array(
      fc.record({ text: fc.stringMatching(/^[a-z\u4e00-\u4e40]{1,70}[.,。]?$/), startMs: time, endMs: time }),
    );
    fc.assert(
      fc.property(plain, (given) => {
        const cut = cutCues(given).map((cue) => cue.text);
        expect(letters(cut.join(''))).toBe(letters(given.map((word) => word.text).join('')));
      }),
      { numRuns: 200 },
    );
  });

  it('end with sentences, and begin when these are said', () => {
    const said = 'The cell is small. It has a wall, and water moves through that wall by itself.'.split(' ');
    const given = said.map((word, at) => ({ text: word, startMs: at * 400, endMs: at * 400 + 350 }));
    expect(cutCues(given)).toEqual([
      { startMs: 0, endMs: 1520, text: 'The cell is small.' },
      { startMs: 1600, endMs: 6750, text: 'It has a wall, and water moves\nthrough that wall by itself.' },
    ]);
  });

  it('part Chinese between words, not in them', () => {
    const given = [...'我们今天学习细胞的结构和功能，然后讨论植物细胞与动物细胞的区别。'].map((character, at) => ({
      text: character,
      startMs: at * 250,
      endMs: at * 250 + 240,
    }));
    const lines = cutCues(given).flatMap((cue) => cue.text.split('\n'));
    expect(lines.join('')).toBe(given.map((word) => word.text).join(''));
    expect(lines.every((line) => [...line].length <= 16)).toBe(true);
    expect(lines.some((line) => /细$|^胞|植$|^物细/.test(line))).toBe(false);
  });

  it('keep up with a lecture of three hours', () => {
    const said = 'so the wall of a cell lets water in and out, and that is what we call osmosis in plants.'.split(' ');
    const given = Array.from({ length: 27_000 }, (_, at) => ({
      text: said[at % said.length] ?? '',
      startMs: at * 400,
      endMs: at * 400 + 380,
    }));
    const cues = cutCues(given);
    expect(cues.length).toBeGreaterThan(2_000);
    expect(checkCues(cues)).toEqual([]);
    expect(mostLateMs(given)).toBeLessThan(1_500);
  });
});
