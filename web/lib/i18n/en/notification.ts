import { notificationWordsEn } from '@lectern/contract/features/notification-words-en.ts';

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
  ...notificationWordsEn,
};

export type NotificationTexts = typeof notification;
