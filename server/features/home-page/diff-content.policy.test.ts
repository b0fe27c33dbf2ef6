import { describe, expect, it } from 'vitest';
import { diffContents, digestOf } from './diff-content.policy.ts';
import type { ContentEntry, HomeContent } from './home-content.ts';

const entry = (id: string, change: Partial<ContentEntry> = {}): ContentEntry => ({
  id,
  source: 'resource',
  resourceId: `r-${id}`,
  courseId: null,
  columnId: null,
  rule: null,
  title: null,
  coverFileId: null,
  audience: 'everyone',
  startsAt: null,
  endsAt: null,
  paused: false,
  addedBy: null,
  addedAt: new Date(0).toISOString(),
  ...change,
});
const slot = (id: string, entries: ContentEntry[], change = {}) => ({
  id,
  key: id,
  name: id.toUpperCase(),
  capacity: 4,
  fallback: null,
  visible: true,
  entries,
  ...change,
});
const told = (before: HomeContent, after: HomeContent) =>
  diffContents(before, after, (one) => one.title ?? one.resourceId).map(
    ({ kind, slot: name, entry: one, fromSlot, fields }) =>
      [kind, name, one?.title ?? null, fromSlot, fields.map(({ field }) => field).join()].filter(Boolean).join(' '),
  );

describe('the difference of two home pages', () => {
  it('is empty for equal content, in any order of a rule’s fields', () => {
    const rule = { of: 'resource', days: 7, kinds: [], subjectId: null, places: 2 } as const;
    const turned = Object.fromEntries(Object.entries(rule).reverse()) as typeof rule;
    const page = (kept: typeof rule): HomeContent => ({
      slots: [slot('a', [entry('1', { source: 'newest', resourceId: null, rule: { ...kept, kinds: [] } })])],
    });
    expect(told(page(rule), page(turned))).toEqual([]);
  });

  it('reports the fewest moves, such as one from first to last', () => {
    const ids = ['1', '2', '3', '4'];
    const page = (order: string[]): HomeContent => ({
      slots: [
        slot(
          'a',
          order.map((id) => entry(id)),
        ),
      ],
    });
    expect(told(page(ids), page(['2', '3', '4', '1']))).toEqual(['entryMoved A r-1']);
    expect(told(page(ids), page(['2', '1', '4', '3']))).toHaveLength(2);
  });

  it('reports moves between slots, other changes, and entries deleted with their slot', () => {
    const before = { slots: [slot('a', [entry('1'), entry('2')]), slot('b', [entry('3')]), slot('c', [])] };
    const after = {
      slots: [slot('c', [], { capacity: 9 }), slot('a', [entry('2', { paused: true }), entry('3')])],
    };
    expect(told(before, after)).toEqual([
      'slotChanged C capacity',
      'slotMoved A',
      'entryChanged A r-2 paused',
      'entryMoved A r-3 B',
      'entryRemoved A r-1',
      'slotRemoved B',
    ]);
  });

  it('reports that an entry shows another item', () => {
    const before = { slots: [slot('a', [entry('1')])] };
    const after = { slots: [slot('a', [entry('1', { resourceId: 'r-9' })])] };
    expect(told(before, after)).toEqual(['entryChanged A r-9 subject']);
  });
});

describe('the mark of an arrangement', () => {
  it('is another one as soon as anything differs, or something else is published', () => {
    const page = { slots: [slot('a', [entry('1')])] };
    const other = { slots: [slot('a', [entry('1', { title: 'x' })])] };
    const marks = [digestOf(page, 1), digestOf(page, 2), digestOf(other, 1), digestOf({ slots: [] }, null)];
    expect(new Set(marks).size).toBe(4);
    expect(digestOf(structuredClone(page), 1)).toBe(marks[0]);
  });
});
