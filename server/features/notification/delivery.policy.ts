import { type DeliveryMode, type NotificationKind, securityKinds } from '@lectern/contract/features/notification.ts';

const isSecurity = (kind: NotificationKind) => securityKinds.includes(kind);

/** In the app by default; account security also by mail. */
export function defaultMode(kind: NotificationKind): DeliveryMode {
  return isSecurity(kind) ? 'mail' : 'bell';
}

/** Security notifications can’t be turned off. */
export function mayChoose(kind: NotificationKind, mode: DeliveryMode): boolean {
  return mode !== 'off' || !isSecurity(kind);
}

/**
 * For these kinds, the first entry and a count say enough. All others carry details that grouping would lose (a
 * request, a reason, a report link); callers that send many of those set a group themselves.
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
