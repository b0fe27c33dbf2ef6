import type { LiveEvent } from '@lectern/contract/features/event.ts';
import type { StoredEvent } from '../../platform/events/event-rows.ts';
import type { Principal } from '../../platform/http/principal.ts';

type LinkedKind = 'resource' | 'course' | 'mail';
/** Returns which of these objects the person may open. */
export type FindOpenable = (
  principal: Principal,
  kind: LinkedKind,
  ids: readonly string[],
) => Promise<readonly string[]>;

/** The object an event is about. Every topic is listed, so the compiler reports a missing new one. */
function linkOf(event: LiveEvent): { kind: LinkedKind; id: string } | undefined {
  switch (event.topic) {
    case 'resource':
      return { kind: 'resource', id: event.id };
    case 'work':
    case 'review':
    case 'summary':
      return { kind: 'resource', id: event.resourceId };
    case 'course':
      return { kind: 'course', id: event.id };
    case 'mail':
      return { kind: 'mail', id: event.id };
    // Sent to one person only, about their own objects.
    case 'notification':
    case 'job':
    case 'operation':
    case 'upload':
      return undefined;
    case 'rescan':
    case 'task':
    case 'homePage':
    case 'settings':
    case 'permissions':
      return undefined;
  }
}

/** Drops events about objects the person can't open; even an id would reveal that they exist. */
export async function keepOpenable(
  events: readonly StoredEvent[],
  principal: () => Promise<Principal>,
  find: FindOpenable,
): Promise<StoredEvent[]> {
  const links = events.map(({ userId, event }) => (userId === null ? linkOf(event) : undefined));
  if (links.every((link) => link === undefined)) return [...events];
  const reader = await principal();
  const openable = new Set<string>();
  for (const kind of ['resource', 'course', 'mail'] as const) {
    const ids = new Set(links.flatMap((link) => (link?.kind === kind ? [link.id] : [])));
    if (ids.size > 0) for (const id of await find(reader, kind, [...ids])) openable.add(id);
  }
  return events.filter((_, at) => !links[at] || openable.has(links[at].id));
}
