import type { NotificationKind } from '@lectern/contract/features/notification.ts';

/** What happened, by kind; the server gives what stands in the braces. */
const sentences: Record<NotificationKind, string> = {
  passwordChanged: 'Your password was changed. If it was not you, tell an administrator at once.',
  passwordReset: 'An administrator gave you a new password.',
  twoFactorOn: 'Your sign-in now asks for a second factor.',
  twoFactorOff: 'Your second factor was turned off. If it was not you, change your password at once.',
  recoveryCodeUsed:
    'A recovery code was used to sign in. If it was not you, change your password and renew your recovery codes.',
  signOnLinked:
    'Single sign-on as {label} now opens your account. If that was not you, unlink it and change your password.',
  signOnUnlinked: 'Single sign-on as {label} no longer opens your account.',
  signedInOnNewDevice:
    'New sign-in from {device} ({ip}). If it was not you, end that session and change your password.',
  accessAsked: '{person} asks for access to “{page}”.',
  accessGranted: 'You may now open “{page}”.',
  accessRefused: 'You were not given access to “{page}”: {reason}',
  jobDone: '{job} is ready.',
  jobFailed: '{job} failed: {cause}',
  operationDone: '{operation}: {done} done, {skipped} skipped, {failed} failed.',
  operationFailed: '{operation} stopped early: {cause}',
  resourcePublished: '“{title}” was published.',
  resourceRejected: '“{title}” was rejected: {reason}',
  resourceOffline: '“{title}” was taken offline.',
  resourceTrashed: '“{title}” was put into the trash.',
  resourceNotPublished: '“{title}” was not published at its time: {reason}',
  resourceBlocked: '“{title}” was blocked: sensitive content was found in it.',
  resourceUnblocked: '“{title}” is no longer blocked.',
  summaryPublished: '{person} published the summary of “{title}”',
  resourceReturned: '“{title}” was given back to you for a change: {reason}',
  reviewAssigned: '{person} asks you to review “{title}”.',
  reviewEscalated: '{person} passed the review of “{title}” up: {reason}',
  unblockAsked: '{person} asks for the block of “{title}” to be lifted. Somebody else must agree.',
  unblockRefused: '{person} refused to lift the block of “{title}”: {reason}',
  subtitlePublished: 'Subtitles of “{title}” ({language}) were published.',
  subtitleWithdrawn: 'Subtitles of “{title}” ({language}) are no longer published.',
  subtitleRemoved: 'Subtitles of “{title}” ({language}) were deleted.',
  maskFailed: '“{title}” could not be masked: {cause} Others get to see none of it.',
  hitsFound: 'Sensitive words were found in “{title}”. Somebody has to decide.',
  hitsFoundAgain: 'After words changed, more sensitive words were found. Resources that you review: {count}.',
  rescanFailed: 'Looking again for sensitive words stopped: {cause} Start it anew.',
  announcement: '{text}',
};

export const notification = {
  title: 'Notifications',
  bell: 'Notifications',
  bellUnread: 'Notifications, {count} unread',
  unread: 'unread',
  markAll: 'Mark all as read',
  markOne: 'Mark as read',
  onlyUnread: 'Unread only',
  loadMore: 'Show older',
  emptyTitle: 'Nothing yet',
  emptyText: 'Sign-ins, finished work and requests that concern you will show up here.',
  emptyUnreadTitle: 'All read',
  emptyUnreadText: 'There is nothing you have not seen.',
  sentences,
  unknownCause: 'no reason was given',
  jobs: { supportBundle: 'The support bundle', maintenance: 'Maintenance' } as Record<string, string>,
};

export type NotificationTexts = typeof notification;
