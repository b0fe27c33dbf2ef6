import { checkCues } from '@lectern/contract/subtitle/check-cues.ts';
import type { Cue } from '@lectern/contract/subtitle/cue.ts';
import { describe, expect, it, vi } from 'vitest';
import { mergeWithPrevious, setTimes, splitAt, typeText } from '../../../components/workbench/model/edits.ts';
import { createTextWork } from '../../../components/workbench/model/text-work.ts';
import { planFixes } from '../editor/fix-all.tsx';
import { cueShape } from '../editor/use-subtitle-edit.ts';
import { putCues } from './cue-changes.ts';
import { createCueChecks } from './cue-checks.ts';
import { addCue, fixProblem, moveCue, moveEdge } from './cue-edits.ts';
import { cuesOf, linesOf } from './cue-lines.ts';

const cue = (startMs: number, endMs: number, text = 'A few words'): Cue => ({ startMs, endMs, text });
const workOf = (...cues: Cue[]) => createTextWork((newKey) => linesOf(cues, newKey), cueShape);
const cuesIn = (work: ReturnType<typeof workOf>) => cuesOf(work.state.get().lines);
const keyAt = (work: ReturnType<typeof workOf>, at: number) => work.state.get().lines[at]?.key ?? -1;
const lineAt = (work: ReturnType<typeof workOf>, at: number) => {
  const line = work.state.get().lines[at];
  if (!line) throw new Error(`There is no cue ${at}`);
  return line;
};

describe('cues', () => {
  it('are cut with a pause between them, and joined in two lines at most', () => {
    const work = workOf(cue(0, 6_000, 'The gradient drives a small turbine,\nand that turbine makes ATP.'));
    splitAt(work, keyAt(work, 0), 37);
    expect(checkCues(cuesIn(work))).toEqual([]);
    expect(cuesIn(work)[1]?.text).toBe('and that turbine makes ATP.');
    mergeWithPrevious(work, keyAt(work, 1));
    expect(cuesIn(work)).toHaveLength(1);
    expect(checkCues(cuesIn(work))).toEqual([]);
    expect(work.here()?.from).toBe(37);
  });

  it('from elsewhere are replaced as one step, and unchanged lines keep their identity', () => {
    const work = workOf(cue(0, 1_000, 'one'), cue(2_000, 3_000, 'two'), cue(4_000, 5_000, 'three'));
    const keys = work.state.get().lines.map(({ key }) => key);
    putCues(work, [
      cue(0, 1_000, 'one'),
      cue(2_100, 3_000, 'TWO'),
      cue(3_200, 3_900, 'new'),
      cue(4_000, 5_000, 'three'),
    ]);
    expect(cuesIn(work).map(({ text }) => text)).toEqual(['one', 'TWO', 'new', 'three']);
    expect(
      work.state
        .get()
        .lines.map(({ key }) => key)
        .filter((key) => keys.includes(key)),
    ).toEqual(keys);
    work.undo();
    expect(cuesIn(work).map(({ text }) => text)).toEqual(['one', 'two', 'three']);
    expect(putCues(work, cuesIn(work))).toBe(false);
  });

  it('are added where there is room, also while another one is shown', () => {
    const work = workOf(cue(0, 2_000), cue(3_500, 5_000));
    addCue(work, 1_000);
    expect(cuesIn(work)[1]).toEqual(cue(2_080, 3_420, ''));
    expect(work.here()?.key).toBe(keyAt(work, 1));
    addCue(work, 9_000);
    expect(cuesIn(work)[3]).toEqual(cue(9_000, 11_000, ''));
  });

  it('move as a whole and by their ends, never before the start or through themselves', () => {
    const work = workOf(cue(500, 2_000));
    moveCue(work, lineAt(work, 0), -900);
    expect(cuesIn(work)[0]).toMatchObject({ startMs: 0, endMs: 1_500 });
    moveEdge(work, lineAt(work, 0), 'end', 500);
    moveEdge(work, lineAt(work, 0), 'start', 9_000);
    expect(cuesIn(work)[0]).toMatchObject({ startMs: 2_000, endMs: 2_000 });
  });
});

describe('problems', () => {
  const many = (count: number) => Array.from({ length: count }, (_, at) => cue(at * 3_000, at * 3_000 + 2_000));

  it('are kept up by looking at what changed alone, and are those of the whole', () => {
    const work = workOf(...many(5_000));
    const checks = createCueChecks(work);
    checks.start();
    const atFirst = checks.looked();
    typeText(work, keyAt(work, 2_500), 'x'.repeat(60), { from: 60, to: 60 }, 0);
    expect(checks.looked() - atFirst).toBeLessThan(5);
    expect(checks.of(keyAt(work, 2_500))).toEqual(['lineTooLong', 'tooFast']);
    expect(checks.count.get()).toBe(2);
    expect(checks.next(null, 1)).toBe(keyAt(work, 2_500));
    expect(checks.next(keyAt(work, 2_500), 1)).toBe(keyAt(work, 2_500));
  });

  it('of thousands that change at once are found while the page answers, and as the text is by then', async () => {
    const work = workOf(...many(600));
    const checks = createCueChecks(work);
    checks.start();
    putCues(
      work,
      many(600).map((one) => ({ ...one, text: 'x'.repeat(60) })),
    );
    expect(checks.count.get()).toBe(0);
    typeText(work, keyAt(work, 300), 'Short again', { from: 0, to: 0 }, 0);
    await vi.waitFor(() => expect(checks.count.get()).toBe(2 * 599));
    expect(checks.of(keyAt(work, 300))).toEqual([]);
    expect(checks.list().map(({ kind, index }) => ({ kind, index }))).toEqual(checkCues(cuesIn(work)));
  });

  it('follow every kind of change as a check of everything would', async () => {
    const work = workOf(...many(40));
    const checks = createCueChecks(work);
    checks.start();
    const same = () => {
      const known = checks.list().map(({ kind, index }) => ({ kind, index }));
      expect(known).toEqual(checkCues(cuesIn(work)));
      expect(checks.count.get()).toBe(known.length);
    };
    setTimes(work, keyAt(work, 3), 9_000, 40_000);
    same();
    splitAt(work, keyAt(work, 7), 5);
    same();
    mergeWithPrevious(work, keyAt(work, 20));
    same();
    setTimes(work, keyAt(work, 12), 1_000, 1_200);
    same();
    addCue(work, 200_000);
    same();
    while (work.undo()) same();
    while (work.redo()) same();
    (await planFixes(work)).giveTime();
    same();
    expect(checks.count.get()).toBe(0);
  });

  it('are fixed one by one with a click, and undone as one step', () => {
    const work = workOf(cue(0, 2_000), cue(1_500, 3_500), cue(4_000, 6_000));
    fixProblem(work, { kind: 'overlap', index: 1 });
    expect(checkCues(cuesIn(work))).toEqual([]);
    work.undo();
    expect(cuesIn(work)[1]).toMatchObject({ startMs: 1_500 });
  });
});
