import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';

/** Each kind has a sentence in the message catalogue, filled with `params`. */
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
  'resourceSubmitted',
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
  'taskOpened',
  'taskAssigned',
  'taskCommented',
  'taskDone',
  'taskDue',
  'taskBack',
  'mailFailed',
  'coursePublished',
  'courseRejected',
  'courseOffline',
  'courseTrashed',
  'announcement',
] as const;
export type NotificationKind = (typeof notificationKinds)[number];

/** Notifications about account security, which can't be switched off. */
export const securityKinds: readonly NotificationKind[] = [
  'passwordChanged',
  'passwordReset',
  'twoFactorOn',
  'twoFactorOff',
  'recoveryCodeUsed',
  'signOnLinked',
  'signOnUnlinked',
  'signedInOnNewDevice',
];

/** `bell`: in Lectern only. `mail`: also by email immediately. `digest`: also in the daily email. `off`: not at all. */
export const deliveryModes = ['bell', 'mail', 'digest', 'off'] as const;
export type DeliveryMode = (typeof deliveryModes)[number];

/** Notifications of one kind within this time are combined into one with a count. */
export const groupingMinutes = 10;

export const notificationRow = z.strictObject({
  id: z.uuid(),
  kind: z.enum(notificationKinds),
  params: z.record(z.string(), z.string()),
  /** Lectern path of what it is about. */
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
  summary: 'List your notifications, newest first',
  query: z.strictObject({
    /** Returns notifications after this one. */
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
  summary: 'Mark some or all of your notifications as read',
  body: z.strictObject({ ids: z.union([z.array(z.uuid()).min(1).max(200), z.literal('all')]) }),
  output: z.strictObject({ unread: z.number().int() }),
});

/** A delivery mode for every kind; kinds without a choice have the default. */
const deliveryPreferences = z.strictObject({
  modes: z.record(z.enum(notificationKinds), z.enum(deliveryModes)),
  /** Whether this installation sends email, and the caller's address. */
  mail: z.strictObject({ configured: z.boolean(), address: z.string().nullable() }),
});
export type DeliveryPreferences = z.output<typeof deliveryPreferences>;

export const getDeliveryPreferences = defineEndpoint({
  id: 'notification.getPreferences',
  method: 'GET',
  path: '/profile/notifications',
  access: { kind: 'signedIn' },
  summary: 'Get your notification settings',
  output: deliveryPreferences,
});

export const updateDeliveryPreferences = defineEndpoint({
  id: 'notification.updatePreferences',
  method: 'PATCH',
  path: '/profile/notifications',
  access: { kind: 'signedIn' },
  summary: 'Change how you’re notified: bell, email, daily digest or not at all',
  body: z.strictObject({ modes: z.partialRecord(z.enum(notificationKinds), z.enum(deliveryModes)) }),
  output: deliveryPreferences,
});
