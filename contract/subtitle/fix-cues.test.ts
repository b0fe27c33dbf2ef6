import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkCues, cueProblemKinds } from './check-cues.ts';
import type { Cue } from './cue.ts';
import { fixAllCues, placeReadable } from './fix-all-cues.ts';
import { fixCue } from './fix-cues.ts';

const text = fc.oneof(
  fc.constantFrom('', ' ', '\u200b', 'Yes.', 'one\ntwo\nthree', '细胞', '中文'.repeat(30)),
  fc.stringMatching(/^[a-z ]{1,60}$/),
  fc.stringMatching(/^[a-z ]{80,220}$/),
  fc.stringMatching(/^[a-z]{50,120}$/),
);
const cue = fc
  .record({ startMs: fc.integer({ min: 0, max: 30_000 }), lengthMs: fc.integer({ min: -500, max: 12_000 }), text })
  .map(({ startMs, lengthMs, text: shown }): Cue => ({ startMs, endMs: Math.max(0, startMs + lengthMs), text: shown }));
const cues = fc.array(cue, { minLength: 1, maxLength: 12 });

const countsOf = (given: readonly Cue[]) =>
  cueProblemKinds.map((kind) => checkCues(given).filter((problem) => problem.kind === kind).length);

describe('a fix of one click', () => {
  it('removes its problem, and nothing worse comes in its place', () => {
    fc.assert(
      fc.property(cues, fc.nat(), (given, choice) => {
        const problems = checkCues(given);
        const problem = problems[choice % Math.max(1, problems.length)];
        if (!problem) return;
        const rank = cueProblemKinds.indexOf(problem.kind);
        const [before, after] = [countsOf(given), countsOf(fixCue(given, problem))];
        expect(after[rank]).toBeLessThan(before[rank] ?? 0);
        for (let worse = 0; worse < rank; worse += 1) expect(after[worse]).toBeLessThanOrEqual(before[worse] ?? 0);
      }),
      { numRuns: 1000 },
    );
  });

  it('one after the other come to an end, with nothing left', () => {
    fc.assert(
      fc.property(cues, (given) => {
        let fixed: Cue[] = given;
        for (let clicks = 0; clicks < 400; clicks += 1) {
          const [worst] = checkCues(fixed).sort(
            (left, right) => cueProblemKinds.indexOf(left.kind) - cueProblemKinds.indexOf(right.kind),
          );
          if (!worst) return;
          fixed = fixCue(fixed, worst);
        }
        expect(checkCues(fixed)).toEqual([]);
      }),
      { numRuns: 150 },
    );
  });

  it('leaves everything else alone', () => {
    const given = [
      { startMs: 0, endMs: 500, text: 'Short.' },
      { startMs: 4000, endMs: 6000, text: 'Far away.' },
    ];
    expect(fixCue(given, { kind: 'tooShort', index: 0 })).toEqual([{ ...given[0], endMs: 1000 }, given[1]]);
  });
});

describe('all fixes at once', () => {
  it('leave no problem, and every letter', () => {
    const letters = (given: readonly Cue[]) =>
      [...given.map((one) => one.text.replace(/[^\p{L}]/gu, '')).filter(Boolean)].sort().join('');
    fc.assert(
      fc.property(cues, (given) => {
        const fixed = fixAllCues(given);
        expect(checkCues(fixed)).toEqual([]);
        expect([...letters(fixed)].sort()).toEqual([...letters(given)].sort());
      }),
      { numRuns: 400 },
    );
  });

  it('tell how late the latest comes, and stay with the sound where that is asked for', () => {
    const spoken = fc.array(fc.integer({ min: 5, max: 80 }), { minLength: 2, maxLength: 40 }).map((lengths) =>
      lengths.map((length, at): Cue => {
        const startMs = at * 1_200;
        return { startMs, endMs: startMs + 1_100, text: 'word '.repeat(length / 5).trim() };
      }),
    );
    fc.assert(
      fc.property(spoken, fc.integer({ min: 0, max: 4_000 }), (given, latestMs) => {
        const free = placeReadable(given);
        expect(free.lateMs).toBe(Math.max(...free.cues.map(({ startMs }, at) => startMs - (given[at]?.startMs ?? 0))));
        const kept = placeReadable(given, latestMs);
        expect(kept.lateMs).toBeLessThanOrEqual(latestMs);
        expect(checkCues(kept.cues).filter(({ kind }) => kind !== 'tooFast' && kind !== 'lineTooLong')).toEqual([]);
        if (free.lateMs <= latestMs) expect(kept).toEqual(free);
      }),
      { numRuns: 200 },
    );
  });

  it('leave cues without problems alone', () => {
    fc.assert(
      fc.property(cues, (given) => {
        const fixed = fixAllCues(given);
        expect(fixAllCues(fixed)).toEqual(fixed);
      }),
      { numRuns: 150 },
    );
  });
});
