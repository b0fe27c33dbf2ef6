import { createHash } from 'node:crypto';
import type { HomeChange } from '@lectern/contract/features/home-page-publication.ts';
import type { ContentEntry, ContentSlot, HomeContent, ThingRow } from './home-content.ts';
import { thingOf } from './resolve-content.policy.ts';

type Field = HomeChange['fields'][number];
type TitleOf = (entry: ContentEntry) => string | null;

const slotFields = ['name', 'key', 'capacity', 'visible', 'fallback'] as const;
const entryFields = ['title', 'coverFileId', 'audience', 'startsAt', 'endsAt', 'paused', 'rule'] as const;

/** The changes between two arrangements, in page order. */
export function diffContents(before: HomeContent, after: HomeContent, titleOf: TitleOf): HomeChange[] {
  const changes: HomeChange[] = [];
  const slotsBefore = byId(before.slots);
  const entriesBefore = byId(before.slots.flatMap((slot) => slot.entries.map((entry) => ({ ...entry, slot }))));
  const entriesAfter = new Set(after.slots.flatMap((slot) => slot.entries.map((entry) => entry.id)));
  const movedSlots = movedAmong(before.slots, after.slots);
  const change = (kind: HomeChange['kind'], slot: ContentSlot, more: Partial<HomeChange> = {}) =>
    changes.push({ kind, slot: slot.name, entry: null, fromSlot: null, fields: [], ...more });
  const named = (entry: ContentEntry) => ({ id: entry.id, source: entry.source, title: titleOf(entry) });

  for (const slot of after.slots) {
    const old = slotsBefore.get(slot.id);
    const movedEntries = movedAmong(old?.entries ?? [], slot.entries);
    if (!old) change('slotAdded', slot);
    else {
      const fields = changedFields(old, slot, slotFields);
      if (fields.length > 0) change('slotChanged', slot, { fields });
      if (movedSlots.has(slot.id)) change('slotMoved', slot);
    }
    for (const entry of slot.entries) {
      const was = entriesBefore.get(entry.id);
      if (!was) {
        change('entryAdded', slot, { entry: named(entry) });
        continue;
      }
      const fields = [...subjectChange(was, entry, titleOf), ...changedFields(was, entry, entryFields)];
      if (fields.length > 0) change('entryChanged', slot, { entry: named(entry), fields });
      if (was.slot.id !== slot.id) change('entryMoved', slot, { entry: named(entry), fromSlot: was.slot.name });
      else if (movedEntries.has(entry.id)) change('entryMoved', slot, { entry: named(entry) });
    }
    for (const entry of old?.entries ?? []) {
      if (!entriesAfter.has(entry.id)) change('entryRemoved', slot, { entry: named(entry) });
    }
  }
  const slotsAfter = byId(after.slots);
  for (const slot of before.slots) {
    if (slotsAfter.has(slot.id)) continue;
    change('slotRemoved', slot);
    for (const entry of slot.entries) {
      if (!entriesAfter.has(entry.id)) change('entryRemoved', slot, { entry: named(entry) });
    }
  }
  return changes;
}

/**
 * Digest of the arrangement and the published version: publishing is refused if either has changed since it was shown.
 */
export function digestOf(content: HomeContent, publishedNumber: number | null): string {
  return createHash('sha256')
    .update(JSON.stringify([publishedNumber, content]))
    .digest('hex');
}

function subjectChange(before: ContentEntry, after: ContentEntry, titleOf: TitleOf): Field[] {
  const same = (['source', 'resourceId', 'courseId', 'columnId'] as const).every(
    (name) => before[name] === after[name],
  );
  if (same) return [];
  // Custom titles are compared separately; this names the subject.
  const name = (entry: ContentEntry) => titleOf({ ...entry, title: null }) ?? entry.source;
  return [{ field: 'subject', before: name(before), after: name(after) }];
}

function changedFields<T>(before: T, after: T, names: readonly (keyof T & string)[]): Field[] {
  return names.flatMap((field) => {
    const [left, right] = [printed(before[field]), printed(after[field])];
    return left === right ? [] : [{ field, before: left, after: right }];
  });
}

function printed(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value !== 'object') return String(value);
  return JSON.stringify(Object.fromEntries(Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1))));
}

function byId<T extends { id: string }>(list: readonly T[]): Map<string, T> {
  return new Map(list.map((one) => [one.id, one]));
}

/** The smallest set of entries that must move to turn one order into the other. */
function movedAmong(before: readonly { id: string }[], after: readonly { id: string }[]): Set<string> {
  const places = new Map(before.map(({ id }, index) => [id, index]));
  const both = after.filter(({ id }) => places.has(id));
  const order = both.map(({ id }) => places.get(id) as number);
  // Longest increasing subsequence; `lengths[i]` is the longest that ends at i.
  const lengths: number[] = [];
  const previous: number[] = [];
  let best = -1;
  for (let index = 0; index < order.length; index += 1) {
    lengths[index] = 1;
    previous[index] = -1;
    for (let earlier = 0; earlier < index; earlier += 1) {
      const length = (lengths[earlier] as number) + 1;
      if ((order[earlier] as number) < (order[index] as number) && length > (lengths[index] as number)) {
        lengths[index] = length;
        previous[index] = earlier;
      }
    }
    if (best < 0 || (lengths[index] as number) > (lengths[best] as number)) best = index;
  }
  const moved = new Set(both.map(({ id }) => id));
  for (let index = best; index >= 0; index = previous[index] as number)
    moved.delete((both[index] as { id: string }).id);
  return moved;
}

/** The title of an entry, its own or its subject's; null for rules and deleted subjects. */
export function titles(things: ReadonlyMap<string, Pick<ThingRow, 'title'>>): TitleOf {
  return (entry) => {
    const thing = entry.columnId ? { kind: 'column', id: entry.columnId } : thingOf(entry);
    return entry.title ?? (thing ? things.get(`${thing.kind}:${thing.id}`)?.title : null) ?? null;
  };
}
