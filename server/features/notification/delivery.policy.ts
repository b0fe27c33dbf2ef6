import { type DeliveryMode, type NotificationKind, securityKinds } from '@lectern/contract/features/notification.ts';

const isSecurity = (kind: NotificationKind) => securityKinds.includes(kind);

/** Defaults: in the app; account security also by mail. */
export function defaultMode(kind: NotificationKind): DeliveryMode {
  return isSecurity(kind) ? 'mail' : 'bell';
}

/** Security notifications can’t be turned off. */
export function mayChoose(kind: NotificationKind, mode: DeliveryMode): boolean {
  return mode !== 'off' || !isSecurity(kind);
}

/**
 * Of these the first and how many followed say enough. All others carry something of their own that would be lost: who asks
 * for what, why it was decided, or the link to a report; who sends many of those at once groups them.
 */
const grouped: ReadonlySet<NotificationKind> = new Set([
  'jobFailed',
  'resourcePublished',
  'resourceOffline',
  'resourceTrashed',
  'coursePublished',
  'courseOffline',
  'courseTrashed',
  'resourceBlocked',
  'resourceUnblocked',
  'reviewAssigned',
  'subtitlePublished',
  'subtitleWithdrawn',
  'subtitleRemoved',
  'summaryPublished',
  'maskFailed',
  'taskOpened',
  'taskAssigned',
  'taskCommented',
  'taskDone',
  'taskDue',
  'taskBack',
]);

export function isGrouped(kind: NotificationKind): boolean {
  return grouped.has(kind);
}
