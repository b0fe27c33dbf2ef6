import type { HomeEntry, HomeSlot } from '@lectern/contract/features/home-page.ts';
import {
  endsSoonDays,
  type HomeHiddenReason,
  type HomeSlotWarning,
  type HomeWarning,
} from '@lectern/contract/features/home-page-states.ts';
import type { ContentEntry, ContentSlot, ShownSlot } from './home-content.ts';
import { coverAddress, type ThingRow } from './home-content.ts';
import { stateAt, thingOf } from './resolve-content.policy.ts';

type Seen = {
  now: Date;
  things: ReadonlyMap<string, ThingRow>;
  /** What each audience sees now. */
  shown: { everyone: readonly ShownSlot[]; campus: readonly ShownSlot[] };
  /** Slots and entries hidden from readers until their review is decided. */
  withheld: ReadonlySet<string>;
  names: ReadonlyMap<string, string>;
  clicks: ReadonlyMap<string, number>;
};

const dayMs = 24 * 60 * 60 * 1000;

export function presentSlot(slot: ContentSlot, seen: Seen): HomeSlot {
  const { entries, ...fields } = slot;
  const [everyone, campus] = [shownIn(seen.shown.everyone, slot.id), shownIn(seen.shown.campus, slot.id)];
  const counts = { everyone: everyone?.things.length ?? 0, campus: campus?.things.length ?? 0 };
  return {
    ...fields,
    shown: counts,
    warnings: slot.visible ? slotWarnings(slot, seen, campus) : [],
    entries: entries.map((entry) => presentEntry(entry, slot, seen)),
  };
}

function slotWarnings(slot: ContentSlot, { now }: Seen, campus: ShownSlot | undefined): HomeSlotWarning[] {
  const warnings: HomeSlotWarning[] = [];
  const byHand = slot.entries.filter((entry) => thingOf(entry) && stateAt(entry, now) === 'live').length;
  if ((campus?.things.length ?? 0) === 0) warnings.push('empty');
  else if (campus?.onFallback) warnings.push('onFallback');
  if (byHand > slot.capacity) warnings.push('overCapacity');
  return warnings;
}

function presentEntry(entry: ContentEntry, slot: ContentSlot, seen: Seen): HomeEntry {
  const thing = findThing(entry, seen);
  const count = (slots: readonly ShownSlot[]) =>
    shownIn(slots, slot.id)?.things.filter((one) => one.entryId === entry.id).length ?? 0;
  const shown = { everyone: count(seen.shown.everyone), campus: count(seen.shown.campus) };
  const state = stateAt(entry, seen.now);
  const isWithheld = seen.withheld.has(entry.id) || seen.withheld.has(slot.id);
  const trouble = isWithheld ? 'withheld' : troubleOf(entry, thing);
  const isShown = shown.everyone + shown.campus > 0;
  const hidden = isShown ? null : hiddenBy(entry, slot, { state, trouble, seen });
  return {
    id: entry.id,
    source: entry.source,
    thing: thing ? presentThing(thing) : null,
    rule: entry.rule,
    title: entry.title,
    cover: coverAddress(entry.coverFileId),
    audience: entry.audience,
    startsAt: entry.startsAt,
    endsAt: entry.endsAt,
    paused: entry.paused,
    addedBy: nameOf(entry.addedBy, seen),
    addedAt: entry.addedAt,
    state,
    shown,
    hidden,
    warnings: warningsOf(entry, { trouble, hidden, thing, now: seen.now, state }),
    clicks: seen.clicks.get(entry.id) ?? 0,
  };
}

function presentThing({ kind, id, title, resourceKind, state, thumbnail }: ThingRow) {
  return { kind, id, title, resourceKind, state, thumbnail };
}

/** Why readers can't see the entry's subject; null if they can. */
function troubleOf(entry: ContentEntry, thing: ThingRow | undefined): HomeWarning | null {
  if (!entry.resourceId && !entry.courseId && !entry.columnId) return null;
  if (!thing) return 'gone';
  if (thing.kind === 'column') return thing.shown ? null : 'columnHidden';
  if (thing.state === 'trashed' || thing.state === 'blocked') return thing.state;
  if (thing.state === 'offline' || thing.state === 'archived') return 'offline';
  if (thing.state !== 'published') return 'notPublished';
  if (!thing.inDates) return 'outOfDates';
  if (thing.visibility !== 'everyone' && thing.visibility !== 'campus') return 'notForAudience';
  return null;
}

function hiddenBy(
  entry: ContentEntry,
  slot: ContentSlot,
  { state, trouble, seen }: { state: string; trouble: HomeWarning | null; seen: Seen },
): HomeHiddenReason {
  if (state === 'paused') return 'paused';
  if (state === 'scheduled') return 'notYet';
  if (state === 'expired') return 'over';
  if (!slot.visible) return 'slotHidden';
  if (trouble) return trouble as HomeHiddenReason;
  const full = (shownIn(seen.shown.campus, slot.id)?.things.length ?? 0) >= slot.capacity;
  if (full) return 'slotFull';
  // The subject is published, but its dates or licence hide it.
  return entry.rule ? 'nothingFound' : 'outOfDates';
}

function warningsOf(
  entry: ContentEntry,
  given: {
    trouble: HomeWarning | null;
    hidden: HomeHiddenReason | null;
    thing: ThingRow | undefined;
    now: Date;
    state: string;
  },
): HomeWarning[] {
  const { trouble, hidden, thing, now, state } = given;
  const warnings: HomeWarning[] = trouble ? [trouble] : [];
  if (state === 'expired') warnings.push('over');
  if (!trouble && (hidden === 'slotFull' || hidden === 'nothingFound' || hidden === 'outOfDates'))
    warnings.push(hidden);
  const left = entry.endsAt ? Date.parse(entry.endsAt) - now.getTime() : Number.POSITIVE_INFINITY;
  if (left > 0 && left <= endsSoonDays * dayMs && !entry.paused) warnings.push('endsSoon');
  if (entry.audience === 'everyone' && thing?.visibility === 'campus' && !trouble) warnings.push('campusOnly');
  return warnings;
}

function findThing(entry: ContentEntry, { things }: Seen): ThingRow | undefined {
  if (entry.columnId) return things.get(`column:${entry.columnId}`);
  const thing = thingOf(entry);
  return thing ? things.get(`${thing.kind}:${thing.id}`) : undefined;
}

export function nameOf(id: string | null, { names }: Pick<Seen, 'names'>): { id: string; name: string } | null {
  const name = id ? names.get(id) : undefined;
  return id && name !== undefined ? { id, name } : null;
}

function shownIn(slots: readonly ShownSlot[], id: string): ShownSlot | undefined {
  return slots.find((slot) => slot.id === id);
}
