import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diffLines, diffSequences, diffTexts } from './diff-lines.ts';

describe('the difference of two texts', () => {
  it('pairs changed lines and marks their words', () => {
    expect(diffLines(['a', 'the old line', 'c'], ['a', 'the new line', 'c', 'd'])).toEqual([
      { kind: 'same', before: 0, after: 0 },
      {
        ...{ kind: 'changed', before: 1, after: 1 },
        pieces: [
          { kind: 'same', text: 'the ' },
          { kind: 'removed', text: 'old' },
          { kind: 'added', text: 'new' },
          { kind: 'same', text: ' line' },
        ],
      },
      { kind: 'same', before: 2, after: 2 },
      { kind: 'added', after: 3 },
    ]);
  });

  it('makes up both texts from its pieces', () => {
    const text = fc.stringMatching(/^[ab 学生,]{0,20}$/u);
    fc.assert(
      fc.property(text, text, (before, after) => {
        const pieces = diffTexts(before, after);
        const without = (kind: string) => pieces.flatMap((piece) => (piece.kind === kind ? [] : piece.text)).join('');
        expect(without('added')).toBe(before);
        expect(without('removed')).toBe(after);
      }),
    );
  });

  it('names every line of both once, in order, and takes no more steps than needed', () => {
    const lines = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 12 });
    fc.assert(
      fc.property(lines, lines, (before, after) => {
        const steps = diffSequences(before, after);
        const numbers = (kind: string, side: 'before' | 'after') =>
          steps.flatMap((step) => (step.kind === kind ? [] : step[side]));
        expect(numbers('added', 'before')).toEqual(before.map((_, at) => at));
        expect(numbers('removed', 'after')).toEqual(after.map((_, at) => at));
        for (const step of steps) if (step.kind === 'same') expect(before[step.before]).toBe(after[step.after]);
        expect(steps.filter(({ kind }) => kind === 'same')).toHaveLength(longestCommon(before, after));
      }),
    );
  });

  it('gives up on texts that have nothing in common, and still names every line', () => {
    const many = (name: string) => Array.from({ length: 700 }, (_, at) => `${name} ${at}`);
    expect(diffLines(many('old'), many('new'))).toHaveLength(700);
  });
});

function longestCommon(left: readonly string[], right: readonly string[]): number {
  const table = Array.from({ length: left.length + 1 }, () => new Array<number>(right.length + 1).fill(0));
  for (const [x, one] of left.entries()) {
    for (const [y, other] of right.entries()) {
      const best = Math.max(table[x]?.[y + 1] ?? 0, table[x + 1]?.[y] ?? 0);
      (table[x + 1] as number[])[y + 1] = one === other ? (table[x]?.[y] ?? 0) + 1 : best;
    }
  }
  return table[left.length]?.[right.length] ?? 0;
}
