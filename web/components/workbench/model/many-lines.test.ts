import { describe, expect, it, vi } from 'vitest';
import { createSearch } from '../find-bar.tsx';
import { replaceAll, shiftTimes, typeText } from './edits.ts';
import { createTextWork } from './text-work.ts';

const workOf = (texts: readonly string[]) =>
  createTextWork((newKey) => texts.map((text) => ({ text, confidence: null, key: newKey(), part: 1 })));
const cat = { query: 'cat', wholeWord: false, matchCase: false };

describe('a search through a text', () => {
  it('counts matches and follows edits', async () => {
    const work = workOf(['a cat', 'none', 'cat and Cat']);
    const search = createSearch(work);
    const stop = search.start();
    search.look(cat);
    await vi.waitFor(() => expect(search.hits.get()).toMatchObject({ options: cat, count: 3, done: true }));
    typeText(work, 2, 'one cat', { from: 0, to: 0 }, 0);
    await vi.waitFor(() => expect(search.hits.get().count).toBe(4));
    search.look(null);
    expect(search.hits.get()).toEqual({ options: null, count: 0, done: true });
    stop();
  });

  it('moves between matches in both directions and wraps around', () => {
    const work = workOf(['a cat', 'none', 'cat and cat']);
    const search = createSearch(work);
    search.look(cat);
    const walk = (by: 1 | -1) => {
      const seen: string[] = [];
      let at = search.next(null, by);
      for (let step = 0; step < 4 && at; step += 1) {
        seen.push(`${at.key}:${at.from}#${search.numberOf(at)}`);
        at = search.next(at, by);
      }
      return seen;
    };
    expect(walk(1)).toEqual(['1:2#1', '3:0#2', '3:8#3', '1:2#1']);
    expect(walk(-1)).toEqual(['3:8#3', '3:0#2', '1:2#1', '3:8#3']);
  });

  it('finds nothing where there is nothing', () => {
    const search = createSearch(workOf([]));
    search.look(cat);
    expect(search.next(null, 1)).toBeUndefined();
  });

  it('replaces thousands without losing a line typed in between', async () => {
    const work = workOf(Array.from({ length: 3_000 }, (_, at) => `${at} cat and cat`));
    const replaced = replaceAll(work, cat, 'dog');
    typeText(work, 3_000, 'my cat', { from: 6, to: 6 }, 0);
    const count = await replaced;
    const { lines } = work.state.get();
    expect(lines[2_999]?.text).toBe('my dog');
    expect(lines.slice(0, 2_999).every(({ text }) => text.endsWith('dog and dog'))).toBe(true);
    expect(count).toBe(5_999);
    work.undo();
    expect(work.state.get().lines[2_999]?.text).toBe('my cat');
  });
});

describe('a shift of thousands of lines', () => {
  it('moves all of them together as one step, one shift after another, and never before the beginning', async () => {
    const work = createTextWork((newKey) =>
      Array.from({ length: 1_000 }, (_, at) => ({
        ...{ text: `line ${at}`, confidence: null, key: newKey(), part: 1 },
        ...{ startMs: 150 + at * 1_000, endMs: 900 + at * 1_000 },
      })),
    );
    const starts = () => work.state.get().lines.map(({ startMs = 0 }) => startMs);
    expect(shiftTimes(work, 1, -100, 'all')).toBe(true);
    expect(shiftTimes(work, 1, -100, 'all')).toBe(true);
    await vi.waitFor(() => expect(starts()[0]).toBe(0));
    expect(starts()[999]).toBe(999_000);
    work.undo();
    expect([starts()[0], starts()[999]]).toEqual([50, 999_050]);
    work.undo();
    expect([starts()[0], starts()[999]]).toEqual([150, 999_150]);
    expect(shiftTimes(work, 1, 0, 'all')).toBe(false);
  });
});
