import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { jobProgress } from './job.ts';
import { notificationRow } from './notification.ts';
import { operationRow } from './operation.ts';
import { uploadRow } from './upload.ts';

/** What the live stream carries. A client that was cut off names the last id it saw and gets the rest. */
export const liveEvent = z.discriminatedUnion('topic', [
  z.strictObject({ topic: z.literal('notification'), notification: notificationRow, unread: z.number().int() }),
  z.strictObject({ topic: z.literal('job'), job: jobProgress }),
  z.strictObject({ topic: z.literal('operation'), operation: operationRow }),
  /** One’s own, or one that was changed in another window, is different now. */
  z.strictObject({ topic: z.literal('resource'), id: z.uuid() }),
  /** One of one’s own uploads is in another state now; progress within a state is not told. */
  z.strictObject({ topic: z.literal('upload'), upload: uploadRow }),
  /** Machine work on a resource is in another state, or further on; whoever may see it asks for it. */
  z.strictObject({ topic: z.literal('work'), resourceId: z.uuid() }),
  /** Somebody decided about a resource, or a scan found something else in it; whoever may see it asks for it. */
  z.strictObject({ topic: z.literal('review'), resourceId: z.uuid() }),
  /** The summary of a resource is another, or in another state; whoever may see it asks for it. */
  z.strictObject({ topic: z.literal('summary'), resourceId: z.uuid() }),
  /** Looking again after words changed is further on. */
  z.strictObject({ topic: z.literal('rescan') }),
  /** To-dos were opened, changed or closed; whoever looks at them asks for them. */
  z.strictObject({ topic: z.literal('task') }),
  /** A mail is in another state, or further on; whoever may see it asks for it. */
  z.strictObject({ topic: z.literal('mail'), id: z.uuid() }),
  /** Somebody changed the draft of the home page, or published it. */
  z.strictObject({ topic: z.literal('homePage') }),
  /** A course, its catalogue or what was counted of it is different now; whoever may see it asks for it. */
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
