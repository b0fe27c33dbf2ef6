import type { HomeSubject } from '@lectern/contract/features/home-page.ts';
import { AppError, invalidField } from '../../platform/app-error.ts';
import type { ContentEntry, ContentSlot, HomeContent } from './home-content.ts';

/** Pure functions that change an arrangement; each returns a new one. */

export const mostSlots = 40;
export const mostEntries = 200;

type SlotFields = Omit<ContentSlot, 'id' | 'entries'>;
type Place = { slotId: string; beforeId: string | null };
export type EntryEdit = Partial<Pick<ContentEntry, 'title' | 'audience' | 'startsAt' | 'endsAt' | 'paused'>> & {
  subject?: HomeSubject | undefined;
};

export function addSlot(content: HomeContent, id: string, fields: SlotFields): HomeContent {
  if (content.slots.length >= mostSlots) throw new AppError('homePageFull', { params: { limit: mostSlots } });
  return judged({ slots: [...content.slots, { id, ...fields, entries: [] }] });
}

export function editSlot(content: HomeContent, id: string, edit: Partial<SlotFields>): HomeContent {
  slotOf(content, id);
  return judged({ slots: content.slots.map((slot) => (slot.id === id ? { ...slot, ...defined(edit) } : slot)) });
}

export function placeSlot(content: HomeContent, id: string, beforeId: string | null): HomeContent {
  return { slots: insertBefore(without(content.slots, id), slotOf(content, id), beforeId) };
}

export function removeSlot(content: HomeContent, id: string): HomeContent {
  slotOf(content, id);
  return { slots: without(content.slots, id) };
}

export function addEntries(content: HomeContent, place: Place, entries: readonly ContentEntry[]): HomeContent {
  let { slots } = content;
  for (const entry of entries)
    slots = inSlot(slots, place.slotId, (there) => insertBefore(there, entry, place.beforeId));
  return judged({ slots });
}

export function editEntry(content: HomeContent, id: string, { subject, ...edit }: EntryEdit): HomeContent {
  const { slot } = entryOf(content, id);
  const changed = { ...defined(edit), ...(subject && subjectFields(subject)) };
  const change = (entry: ContentEntry) => (entry.id === id ? { ...entry, ...changed } : entry);
  return judged({ slots: inSlot(content.slots, slot.id, (entries) => entries.map(change)) });
}

export function coverEntry(content: HomeContent, id: string, coverFileId: string | null): HomeContent {
  const { slot } = entryOf(content, id);
  const change = (entry: ContentEntry) => (entry.id === id ? { ...entry, coverFileId } : entry);
  return { slots: inSlot(content.slots, slot.id, (entries) => entries.map(change)) };
}

export function placeEntry(content: HomeContent, id: string, { slotId, beforeId }: Place): HomeContent {
  const { slot, entry } = entryOf(content, id);
  if (beforeId === id) return content;
  const taken = inSlot(content.slots, slot.id, (entries) => without(entries, id));
  return judged({ slots: inSlot(taken, slotId, (entries) => insertBefore(entries, entry, beforeId)) });
}

export function removeEntries(content: HomeContent, ids: readonly string[]): HomeContent {
  for (const id of ids) entryOf(content, id);
  const gone = new Set(ids);
  return {
    slots: content.slots.map((slot) => ({ ...slot, entries: slot.entries.filter((entry) => !gone.has(entry.id)) })),
  };
}

export function entryOf(content: HomeContent, id: string): { slot: ContentSlot; entry: ContentEntry } {
  for (const slot of content.slots) {
    const entry = slot.entries.find((one) => one.id === id);
    if (entry) return { slot, entry };
  }
  throw new AppError('notFound');
}

export function slotOf(content: HomeContent, id: string): ContentSlot {
  const slot = content.slots.find((one) => one.id === id);
  if (!slot) throw new AppError('notFound');
  return slot;
}

/** Sets all subject fields, so none is left over from another source. */
export function subjectFields(
  subject: HomeSubject,
): Pick<ContentEntry, 'source' | 'resourceId' | 'courseId' | 'columnId' | 'rule'> {
  return {
    source: subject.source,
    resourceId: subject.source === 'resource' ? subject.resourceId : null,
    courseId: subject.source === 'course' ? subject.courseId : null,
    columnId: subject.source === 'column' ? subject.columnId : null,
    rule: 'rule' in subject ? subject.rule : null,
  };
}

/** Identifies the subject of an entry; a slot can't show the same subject twice. */
function subjectKey(entry: ContentEntry): string {
  const one = entry.resourceId ?? entry.courseId ?? entry.columnId;
  if (one) return `${entry.source}:${one}`;
  const { places: _places, ...rule } = entry.rule ?? { places: 0 };
  return `${entry.source}:${JSON.stringify(Object.entries(rule).sort())}`;
}

function judged(content: HomeContent): HomeContent {
  const keys = new Set<string>();
  for (const slot of content.slots) {
    if (keys.has(slot.key)) throw invalidField('key', 'taken');
    keys.add(slot.key);
    if (slot.entries.length > mostEntries) throw new AppError('homePageFull', { params: { limit: mostEntries } });
    const subjects = new Set<string>();
    for (const entry of slot.entries) {
      const subject = subjectKey(entry);
      if (subjects.has(subject)) throw new AppError('twiceInSlot', { params: { slot: slot.name } });
      subjects.add(subject);
      if (entry.startsAt && entry.endsAt && Date.parse(entry.endsAt) <= Date.parse(entry.startsAt)) {
        throw invalidField('endsAt', 'endsFirst');
      }
    }
  }
  return content;
}

function inSlot(
  slots: readonly ContentSlot[],
  id: string,
  change: (entries: readonly ContentEntry[]) => ContentEntry[],
): ContentSlot[] {
  if (!slots.some((slot) => slot.id === id)) throw new AppError('notFound');
  return slots.map((slot) => (slot.id === id ? { ...slot, entries: change(slot.entries) } : slot));
}

function insertBefore<T extends { id: string }>(list: readonly T[], one: T, beforeId: string | null): T[] {
  const index = beforeId ? list.findIndex((other) => other.id === beforeId) : list.length;
  if (index < 0) throw invalidField('beforeId', 'notAtPlace');
  return [...list.slice(0, index), one, ...list.slice(index)];
}

function without<T extends { id: string }>(list: readonly T[], id: string): T[] {
  return list.filter((one) => one.id !== id);
}

function defined<T extends object>(fields: T): Partial<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>;
}
