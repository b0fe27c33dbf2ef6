import type { SummaryContent } from '@lectern/contract/features/summary-content.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { addKeyword, addRow, changeRow, moveRow, removeRow } from '../edit/row-list.tsx';
import { createSummaryWork, isUnsaved } from '../edit/use-summary-edit.ts';
import { draftOf, editedOf, evidenceOf, linesOf, newKey, savedOf, withDraft } from './edited-summary.ts';

const place = { source: 'speech', position: 3, page: null, startMs: 10_000, endMs: 12_000, box: null } as const;
const content: SummaryContent = {
  short: [
    { text: 'One.', passages: [place], supported: true },
    { text: 'Two.', passages: [], supported: false },
  ],
  outline: [{ title: 'Begin', level: 2, place }],
  keywords: ['cell'],
  chapters: [
    { title: 'Late', startMs: 65_000 },
    { title: 'Early', startMs: 0 },
  ],
  questions: ['Why?'],
};
const begin = () => createSummaryWork(editedOf(content));
const wordsOf = (work: ReturnType<typeof begin>) => work.state.get().value.short.map(({ text }) => text);
const keyOf = (work: ReturnType<typeof begin>, at: number) => work.state.get().value.short[at]?.key ?? 0;

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

describe('a summary that is edited', () => {
  it('is undone and redone by typing pause, back to the saved version', () => {
    const work = begin();
    const key = keyOf(work, 0);
    for (const text of ['One', 'On', 'O']) work.perform(changeRow('short', key, { text }), 'short');
    vi.advanceTimersByTime(2_000);
    work.perform(changeRow('short', key, { text: 'Other' }), 'short');
    expect(isUnsaved(work.state.get())).toBe(true);
    work.undo();
    expect(wordsOf(work)).toEqual(['O', 'Two.']);
    work.undo();
    expect(wordsOf(work)).toEqual(['One.', 'Two.']);
    expect(isUnsaved(work.state.get())).toBe(false);
    work.redo();
    work.redo();
    expect(wordsOf(work)).toEqual(['Other', 'Two.']);
  });

  it('loses nothing that is typed while it is being saved', () => {
    const work = begin();
    work.perform(changeRow('short', keyOf(work, 1), { text: 'Three.' }));
    const sent = work.state.get().value;
    work.perform(changeRow('short', keyOf(work, 1), { text: 'Three and more.' }));
    work.markSaved(sent, editedOf({ ...content, short: [] }));
    expect(wordsOf(work)).toEqual(['One.', 'Three and more.']);
    expect(isUnsaved(work.state.get())).toBe(true);
  });

  it('has rows added, moved and removed, and no keyword twice', () => {
    const work = begin();
    const first = keyOf(work, 0);
    work.perform(addRow('short', { key: newKey(), text: 'Between.', evidence: null }, first));
    work.perform(moveRow('short', first, 1));
    expect(wordsOf(work)).toEqual(['Between.', 'One.', 'Two.']);
    work.perform(removeRow('short', first));
    work.perform(moveRow('short', keyOf(work, 0), -1));
    expect(wordsOf(work)).toEqual(['Between.', 'Two.']);
    const { past } = work.state.get();
    work.perform(addKeyword(' CELL '));
    expect(work.state.get().past).toBe(past);
  });

  it('is saved without rows that say nothing, with chapters in the order of time', () => {
    const value = editedOf(content);
    const empty = { key: newKey(), text: ' ', evidence: null };
    const saved = savedOf({ ...value, short: [...value.short, empty] });
    expect(saved.short).toEqual(['One.', 'Two.']);
    expect(saved.chapters.map(({ title }) => title)).toEqual(['Early', 'Late']);
    expect(draftOf({ ...value, short: [empty] }).short).toEqual([' ']);
    const again = { key: newKey(), text: 'Again', startMs: 0 };
    expect(savedOf({ ...value, chapters: [...value.chapters, again] }).chapters).toEqual([
      { title: 'Early', startMs: 0 },
      { title: 'Again', startMs: 1 },
      { title: 'Late', startMs: 65_000 },
    ]);
  });

  it('knows what a sentence rests on only as long as it is that sentence', () => {
    const value = editedOf(content);
    const [first] = value.short;
    expect(first && evidenceOf(first)?.passages).toEqual([place]);
    expect(first && evidenceOf({ ...first, text: 'One!' })).toBeNull();
    const found = withDraft({ ...draftOf(value), short: ['New.', 'One.'] }, [value]);
    expect(found.short.map(({ evidence }) => evidence?.supported)).toEqual([undefined, true]);
  });

  it('is compared line by line, chapters with their times', () => {
    const value = editedOf(content);
    expect(linesOf(value, 'chapters')).toEqual(['0:00 Early', '1:05 Late']);
    expect(linesOf(value, 'outline')).toEqual(['– Begin']);
  });
});
