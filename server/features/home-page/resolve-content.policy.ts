import type { Audience } from '@lectern/contract/audience.ts';
import type { HomeFallback, HomeRule } from '@lectern/contract/features/home-page.ts';
import type { HomeEntryState, HomeRuleSource } from '@lectern/contract/features/home-page-states.ts';
import type { ContentEntry, ContentSlot, HomeContent, ShownEntry, ShownSlot } from './home-content.ts';

/** The query of a rule; all fields but `limit` identify its result. */
export type AskedRule = { source: HomeRuleSource; columnId: string | null; rule: HomeRule; limit: number };
export type FoundThing = { kind: 'resource' | 'course'; id: string };

/** What is public at a given time, and what the rules find then. */
type Findings = {
  isPublic(thing: FoundThing): boolean;
  found(asked: Pick<AskedRule, 'source' | 'columnId' | 'rule'>): readonly FoundThing[];
};

export function stateAt(entry: Pick<ContentEntry, 'startsAt' | 'endsAt' | 'paused'>, at: Date): HomeEntryState {
  if (entry.paused) return 'paused';
  if (entry.endsAt && Date.parse(entry.endsAt) <= at.getTime()) return 'expired';
  if (entry.startsAt && Date.parse(entry.startsAt) > at.getTime()) return 'scheduled';
  return 'live';
}

/** Campus members also see what is for everyone. */
function isFor(entry: Pick<ContentEntry, 'audience'>, audience: Audience): boolean {
  return entry.audience === 'everyone' || audience === 'campus';
}

export function thingOf(entry: ContentEntry): FoundThing | null {
  if (entry.resourceId) return { kind: 'resource', id: entry.resourceId };
  return entry.courseId ? { kind: 'course', id: entry.courseId } : null;
}

/** The rules an arrangement needs, each with a limit large enough to fill its slot. */
export function rulesOf(content: HomeContent, at: Date, audience: Audience): AskedRule[] {
  return content.slots.flatMap((slot) => {
    if (!slot.visible) return [];
    const live = slot.entries.filter((entry) => stateAt(entry, at) === 'live' && isFor(entry, audience));
    // Some results may already be in the slot, so ask for more than there are places.
    const enough = (places: number) => Math.min(places, slot.capacity) + slot.capacity + live.length;
    const asked = live.flatMap((entry): AskedRule[] =>
      entry.rule
        ? [
            {
              source: entry.source as HomeRuleSource,
              columnId: entry.columnId,
              rule: entry.rule,
              limit: enough(entry.rule.places),
            },
          ]
        : [],
    );
    const { fallback } = slot;
    return fallback ? [...asked, { ...askedBy(fallback), limit: slot.capacity }] : asked;
  });
}

/** What each visible slot shows an audience at a given time. */
export function resolveContent(content: HomeContent, at: Date, audience: Audience, findings: Findings): ShownSlot[] {
  return content.slots.filter((slot) => slot.visible).map((slot) => resolveSlot(slot, at, audience, findings));
}

function resolveSlot(slot: ContentSlot, at: Date, audience: Audience, findings: Findings): ShownSlot {
  const { id, key, name, capacity } = slot;
  const live = slot.entries.filter((entry) => {
    if (stateAt(entry, at) !== 'live' || !isFor(entry, audience)) return false;
    const thing = thingOf(entry);
    return !thing || findings.isPublic(thing);
  });
  const byHand = new Set(live.flatMap((entry) => keyOf(thingOf(entry))));
  const taken = new Set<string>();
  const things: ShownEntry[] = [];
  let handLeft = live.filter((entry) => thingOf(entry)).length;
  for (const entry of live) {
    const { title, coverFileId } = entry;
    const thing = thingOf(entry);
    if (thing) {
      handLeft -= 1;
      const [key] = keyOf(thing);
      if (things.length >= capacity || !key || taken.has(key)) continue;
      taken.add(key);
      things.push({ entryId: entry.id, source: entry.source, ...thing, title, coverFileId });
      continue;
    }
    // Leave room for manually placed entries that come later.
    const room = Math.min(entry.rule?.places ?? 0, capacity - things.length - handLeft);
    const asked = { source: entry.source as HomeRuleSource, columnId: entry.columnId, rule: entry.rule as HomeRule };
    const found = findings.found(asked).filter((one) => keyOf(one).every((key) => !byHand.has(key) && !taken.has(key)));
    for (const one of found.slice(0, Math.max(room, 0))) {
      for (const key of keyOf(one)) taken.add(key);
      things.push({ entryId: entry.id, source: entry.source, ...one, title: null, coverFileId: null });
    }
  }
  const { fallback } = slot;
  const onFallback = things.length === 0 && fallback !== null;
  if (onFallback) {
    const most = Math.min(fallback.places, capacity);
    for (const one of findings.found(askedBy(fallback)).slice(0, most)) {
      things.push({ entryId: null, source: fallback.source, ...one, title: null, coverFileId: null });
    }
  }
  return { id, key, name, capacity, onFallback, things };
}

function askedBy({ source, ...rule }: HomeFallback): Pick<AskedRule, 'source' | 'columnId' | 'rule'> {
  return { source, columnId: null, rule };
}

function keyOf(thing: FoundThing | null): string[] {
  return thing ? [`${thing.kind}:${thing.id}`] : [];
}

export function ruleKey({ source, columnId, rule }: Pick<AskedRule, 'source' | 'columnId' | 'rule'>): string {
  if (source === 'column') return `column:${columnId}`;
  const days = source === 'mostViewed' ? rule.days : null;
  const kinds = rule.of === 'resource' ? [...rule.kinds].sort() : [];
  return JSON.stringify([source, rule.of, days, kinds, rule.subjectId]);
}
