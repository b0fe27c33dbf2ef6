import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';

export const accessActions = ['view', 'play', 'download', 'search', 'click'] as const;
export type AccessAction = (typeof accessActions)[number];

export const accessEventLimits = { atOnce: 1000, oldestDays: 31, aheadMinutes: 5 } as const;

const id = z.uuid().optional();
const opaque = z.string().trim().min(1).max(100).optional();

/** What a reader did. The site generates the ID, so an event sent twice counts once. */
export const accessEvent = z.strictObject({
  id: z.uuid(),
  at: z.iso.datetime({ offset: true }),
  /** Send one view per resource and visit, even if the resource only plays: completion is measured against views. */
  action: z.enum(accessActions),
  resourceId: id,
  courseId: id,
  chapterId: id,
  columnId: id,
  /** The home page entry that was clicked. */
  homeEntryId: id,
  /** The site's own opaque IDs for a reader and a visit. */
  reader: opaque,
  visit: opaque,
  /** Player position, and seconds played since the previous event. */
  positionMs: z.number().int().min(0).max(2_147_483_647).optional(),
  seconds: z.number().min(0).max(86_400).optional(),
  query: z.string().trim().min(1).max(200).optional(),
  hits: z.number().int().min(0).max(2_147_483_647).optional(),
  /** The reader's User-Agent, used to detect robots. */
  userAgent: z.string().max(400).optional(),
  device: z.enum(['desktop', 'mobile', 'tablet', 'other']).optional(),
  ip: z.union([z.ipv4(), z.ipv6()]).optional(),
});

/** `known`: an event with this ID already exists. */
const eventResults = ['taken', 'known', 'refused'] as const;

export const eventAnswer = z.strictObject({
  /** null if the event has no valid ID. */
  id: z.string().nullable(),
  result: z.enum(eventResults),
  /** Set if the event was refused. */
  why: z.string().nullable(),
});
export type EventAnswer = z.output<typeof eventAnswer>;

export const takePortalEvents = defineEndpoint({
  id: 'portal.events',
  method: 'POST',
  path: '/portal/events',
  access: { kind: 'apiKey', scope: 'events' },
  summary: 'Send access events in batches; each is validated and counted once',
  /** Validated one by one against `accessEvent`, so an invalid event doesn't block the others. */
  body: z.strictObject({ events: z.array(z.unknown()).min(1).max(accessEventLimits.atOnce) }),
  describedBody: z.strictObject({ events: z.array(accessEvent).min(1).max(accessEventLimits.atOnce) }),
  bodyLimit: 2 * 1024 ** 2,
  output: z.strictObject({
    taken: z.number().int(),
    known: z.number().int(),
    refused: z.number().int(),
    /** In the order they were sent. */
    results: z.array(eventAnswer),
  }),
});
