import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';

/** Each kind has its sentence in the web's dictionary; `params` fill it. */
export const notificationKinds = [
  'passwordChanged',
  'passwordReset',
  'twoFactorOn',
  'twoFactorOff',
  'recoveryCodeUsed',
  'signedInOnNewDevice',
  'signOnLinked',
  'signOnUnlinked',
  'accessAsked',
  'accessGranted',
  'accessRefused',
  'jobDone',
  'jobFailed',
  'operationDone',
  'operationFailed',
  'resourcePublished',
  'resourceRejected',
  'resourceOffline',
  'resourceTrashed',
  'resourceNotPublished',
  'resourceBlocked',
  'resourceUnblocked',
  'resourceReturned',
  'reviewAssigned',
  'reviewEscalated',
  'unblockAsked',
  'unblockRefused',
  'subtitlePublished',
  'subtitleWithdrawn',
  'subtitleRemoved',
  'summaryPublished',
  'maskFailed',
  'hitsFound',
  'hitsFoundAgain',
  'rescanFailed',
  'announcement',
] as const;
export type NotificationKind = (typeof notificationKinds)[number];

export const notificationRow = z.strictObject({
  id: z.uuid(),
  kind: z.enum(notificationKinds),
  params: z.record(z.string(), z.string()),
  /** A path within Lectern that shows what it is about. */
  link: z.string().nullable(),
  createdAt: z.iso.datetime(),
  readAt: z.iso.datetime().nullable(),
});
export type NotificationRow = z.output<typeof notificationRow>;

export const listNotifications = defineEndpoint({
  id: 'notification.list',
  method: 'GET',
  path: '/notifications',
  access: { kind: 'signedIn' },
  summary: 'One’s own notifications, newest first',
  query: z.strictObject({
    /** Continue after this notification. */
    after: z.uuid().optional(),
    unreadOnly: z.stringbool().default(false),
    size: z.coerce.number().int().min(1).max(100).default(30),
  }),
  output: z.strictObject({ rows: z.array(notificationRow), unread: z.number().int(), more: z.boolean() }),
});

export const readNotifications = defineEndpoint({
  id: 'notification.read',
  method: 'POST',
  path: '/notifications/read',
  access: { kind: 'signedIn' },
  summary: 'Mark some, or all, of one’s own notifications as read',
  body: z.strictObject({ ids: z.union([z.array(z.uuid()).min(1).max(200), z.literal('all')]) }),
  output: z.strictObject({ unread: z.number().int() }),
});
