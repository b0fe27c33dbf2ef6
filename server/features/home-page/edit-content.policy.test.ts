import { describe, expect, it } from 'vitest';
import {
  addEntries,
  addSlot,
  editEntry,
  mostEntries,
  mostSlots,
  placeEntry,
  subjectFields,
} from './edit-content.policy.ts';
import type { ContentEntry, HomeContent } from './home-content.ts';

const rule = { of: 'resource', days: 7, kinds: [], subjectId: null, places: 2 } as const;
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
const fields = (key: string) => ({ key, name: key, capacity: 4, fallback: null, visible: true });
const page = (entries: ContentEntry[]): HomeContent => ({ slots: [{ id: 'a', ...fields('a'), entries }] });
const idsOf = ({ slots }: HomeContent) => slots[0]?.entries.map(({ id }) => id);

describe('home-page content', () => {
  it('never changes its input', () => {
    const before = page([entry('1'), entry('2')]);
    const kept = structuredClone(before);
    expect(idsOf(placeEntry(before, '2', { slotId: 'a', beforeId: '1' }))).toEqual(['2', '1']);
    editEntry(before, '1', { title: 'x' });
    expect(before).toEqual(kept);
  });

  it('keeps several that come at once in their order', () => {
    const added = addEntries(page([entry('1')]), { slotId: 'a', beforeId: '1' }, [entry('2'), entry('3')]);
    expect(idsOf(added)).toEqual(['2', '3', '1']);
  });

  it('has the same rule once in a slot, however many places it fills', () => {
    const byRule = (id: string, places: number, days = 7) =>
      entry(id, { source: 'mostViewed', resourceId: null, rule: { ...rule, kinds: [], places, days } });
    const add = (one: ContentEntry) => addEntries(page([byRule('1', 2)]), { slotId: 'a', beforeId: null }, [one]);
    expect(() => add(byRule('2', 5))).toThrow(/already/);
    expect(idsOf(add(byRule('2', 5, 14)))).toEqual(['1', '2']);
  });

  it('replaces everything when an entry shows another item', () => {
    const changed = editEntry(page([entry('1')]), '1', { subject: { source: 'newest', rule: { ...rule, kinds: [] } } });
    expect(changed.slots[0]?.entries[0]).toMatchObject({ source: 'newest', resourceId: null, rule: { places: 2 } });
    expect(subjectFields({ source: 'course', courseId: 'c' })).toEqual({
      source: 'course',
      resourceId: null,
      courseId: 'c',
      columnId: null,
      rule: null,
    });
  });

  it('is bounded', () => {
    const full = page(Array.from({ length: mostEntries }, (_, at) => entry(String(at))));
    expect(() => addEntries(full, { slotId: 'a', beforeId: null }, [entry('more')])).toThrow(/limit/);
    const slots = Array.from({ length: mostSlots }, (_, at) => ({ id: String(at), ...fields(`s${at}`), entries: [] }));
    expect(() => addSlot({ slots }, 'more', fields('more'))).toThrow(/limit/);
  });
});
