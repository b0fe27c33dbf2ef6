import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';

export const accessActions = ['view', 'play', 'download', 'search', 'click'] as const;
export type AccessAction = (typeof accessActions)[number];

export const accessEventLimits = { atOnce: 1000, oldestDays: 31, aheadMinutes: 5 } as const;

const id = z.uuid().optional();
const opaque = z.string().trim().min(1).max(100).optional();

/** What a reader did. The site makes the id, so that what is sent twice counts once. */
export const accessEvent = z.strictObject({
  id: z.uuid(),
  at: z.iso.datetime({ offset: true }),
  /** A resource is viewed once per visit, also where it only plays: how much of it is played is told by its views. */
  action: z.enum(accessActions),
  resourceId: id,
  courseId: id,
  chapterId: id,
  columnId: id,
  /** The entry of the home page that was clicked. */
  homeEntryId: id,
  /** The site’s own opaque name for a reader, and for one visit of theirs. */
  reader: opaque,
  visit: opaque,
  /** Where the player stands, and how long was played since the last event. */
  positionMs: z.number().int().min(0).max(2_147_483_647).optional(),
  seconds: z.number().min(0).max(86_400).optional(),
  query: z.string().trim().min(1).max(200).optional(),
  hits: z.number().int().min(0).max(2_147_483_647).optional(),
  /** The reader’s browser, as it names itself: robots are told from people by it. */
  userAgent: z.string().max(400).optional(),
  device: z.enum(['desktop', 'mobile', 'tablet', 'other']).optional(),
  ip: z.union([z.ipv4(), z.ipv6()]).optional(),
});

/** `known`: an event with this id is there already. */
const eventResults = ['taken', 'known', 'refused'] as const;

export const eventAnswer = z.strictObject({
  /** null: it has none. */
  id: z.string().nullable(),
  result: z.enum(eventResults),
  /** Of what is refused. */
  why: z.string().nullable(),
});
export type EventAnswer = z.output<typeof eventAnswer>;

export const takePortalEvents = defineEndpoint({
  id: 'portal.events',
  method: 'POST',
  path: '/portal/events',
  access: { kind: 'apiKey', scope: 'events' },
  summary: 'Send access events in batches; each is validated and counted once',
  /** Judged one by one (`accessEvent`): one that is wrong does not keep the others out. */
  body: z.strictObject({ events: z.array(z.unknown()).min(1).max(accessEventLimits.atOnce) }),
  describedBody: z.strictObject({ events: z.array(accessEvent).min(1).max(accessEventLimits.atOnce) }),
  bodyLimit: 2 * 1024 ** 2,
  output: z.strictObject({
    taken: z.number().int(),
    known: z.number().int(),
    refused: z.number().int(),
    /** In the order in which they were sent. */
    results: z.array(eventAnswer),
  }),
});
