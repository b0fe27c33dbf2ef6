import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { accessEvent, eventAnswer } from '../portal/portal-event.ts';

/** Views and plays by staff in the back office. The browser generates the ID, so an event sent twice counts once. */
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
    /** Downloads are recorded by the server. */
    action: z.enum(['view', 'play']),
    /** One session of a browser tab; a resource counts as viewed once per visit. */
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
  /** Validated one by one, so an invalid event doesn't block the others. */
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
