import type { NotificationKind } from '@lectern/contract/features/notification.ts';

export type NotificationGroup = 'tasks' | 'resources' | 'reviews' | 'work' | 'account';

/** Kinds that belong together, in the order in which people look for them. */
export const notificationGroups: readonly { id: NotificationGroup; kinds: readonly NotificationKind[] }[] = [
  { id: 'tasks', kinds: ['taskOpened', 'taskAssigned', 'taskCommented', 'taskDone', 'taskDue', 'taskBack'] },
  {
    id: 'resources',
    kinds: [
      'resourcePublished',
      'resourceRejected',
      'resourceNotPublished',
      'resourceOffline',
      'resourceTrashed',
      'resourceBlocked',
      'resourceUnblocked',
      'resourceReturned',
      'subtitlePublished',
      'subtitleWithdrawn',
      'subtitleRemoved',
      'summaryPublished',
      'coursePublished',
      'courseRejected',
      'courseOffline',
      'courseTrashed',
    ],
  },
  {
    id: 'reviews',
    kinds: [
      'hitsFound',
      'hitsFoundAgain',
      'reviewAssigned',
      'reviewEscalated',
      'unblockAsked',
      'unblockRefused',
      'maskFailed',
      'rescanFailed',
    ],
  },
  { id: 'work', kinds: ['jobDone', 'jobFailed', 'operationDone', 'operationFailed', 'mailFailed'] },
  {
    id: 'account',
    kinds: [
      'accessAsked',
      'accessGranted',
      'accessRefused',
      'announcement',
      'passwordChanged',
      'passwordReset',
      'twoFactorOn',
      'twoFactorOff',
      'recoveryCodeUsed',
      'signOnLinked',
      'signOnUnlinked',
      'signedInOnNewDevice',
    ],
  },
];
