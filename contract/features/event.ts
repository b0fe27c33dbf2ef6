import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { jobProgress } from './job.ts';
import { notificationRow } from './notification.ts';
import { operationRow } from './operation.ts';
import { uploadRow } from './upload.ts';

/** Messages on the live stream. After a disconnect, the client sends the last ID it received and gets the rest. */
export const liveEvent = z.discriminatedUnion('topic', [
  z.strictObject({ topic: z.literal('notification'), notification: notificationRow, unread: z.number().int() }),
  z.strictObject({ topic: z.literal('job'), job: jobProgress }),
  z.strictObject({ topic: z.literal('operation'), operation: operationRow }),
  /** The viewer's own resource, or one changed in another window, has changed. */
  z.strictObject({ topic: z.literal('resource'), id: z.uuid() }),
  /** One of the caller's uploads changed state; progress within a state isn't sent. */
  z.strictObject({ topic: z.literal('upload'), upload: uploadRow }),
  /** Processing of a resource changed state or progressed; clients with access refetch it. */
  z.strictObject({ topic: z.literal('work'), resourceId: z.uuid() }),
  /** A review decision was made or a scan changed the matches of a resource; clients with access refetch it. */
  z.strictObject({ topic: z.literal('review'), resourceId: z.uuid() }),
  /** The summary of a resource or its state changed; clients with access refetch it. */
  z.strictObject({ topic: z.literal('summary'), resourceId: z.uuid() }),
  /** A re-scan progressed. */
  z.strictObject({ topic: z.literal('rescan') }),
  /** Tasks were opened, changed or closed; clients that show tasks refetch them. */
  z.strictObject({ topic: z.literal('task') }),
  /** An email changed state or progressed; clients with access refetch it. */
  z.strictObject({ topic: z.literal('mail'), id: z.uuid() }),
  /** The draft of the home page was changed or published. */
  z.strictObject({ topic: z.literal('homePage') }),
  /** A course, its catalogue or its counts changed; clients with access refetch it. */
  z.strictObject({ topic: z.literal('course'), id: z.uuid() }),
  z.strictObject({ topic: z.literal('settings') }),
  z.strictObject({ topic: z.literal('permissions') }),
]);
export type LiveEvent = z.output<typeof liveEvent>;

export const streamEvents = defineEndpoint({
  id: 'event.stream',
  method: 'GET',
  path: '/events',
  access: { kind: 'signedIn' },
  carrier: 'cookie',
  answer: 'stream',
  summary: 'Stream live progress and notifications as server-sent events',
});
