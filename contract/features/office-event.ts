import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { accessEvent, eventAnswer } from '../portal/portal-event.ts';

/** What staff do in the back-office's own viewers. The browser makes the id, so that what is sent twice counts once. */
export const officeEvent = accessEvent
  .pick({
    id: true,
    at: true,
    resourceId: true,
    courseId: true,
    chapterId: true,
    positionMs: true,
    seconds: true,
  })
  .extend({
    /** Downloads are noted by the server itself. */
    action: z.enum(['view', 'play']),
    /** One tab's stay: a resource is viewed once in it. */
    visit: z.uuid(),
  });
export type OfficeEvent = z.input<typeof officeEvent>;

export const officeEventsAtOnce = 200;

export const takeOfficeEvents = defineEndpoint({
  id: 'officeEvent.take',
  method: 'POST',
  path: '/statistics/office-events',
  access: { kind: 'signedIn' },
  summary: 'Record views and plays in the back office; each event counts once',
  /** Judged one by one: one that is wrong does not keep the others out. */
  body: z.strictObject({ events: z.array(z.unknown()).min(1).max(officeEventsAtOnce) }),
  describedBody: z.strictObject({ events: z.array(officeEvent).min(1).max(officeEventsAtOnce) }),
  bodyLimit: 256 * 1024,
  output: z.strictObject({
    taken: z.number().int(),
    known: z.number().int(),
    refused: z.number().int(),
    results: z.array(eventAnswer),
  }),
});
