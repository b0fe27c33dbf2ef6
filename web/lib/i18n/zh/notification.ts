import { notificationWordsZh } from '@lectern/contract/features/notification-words-zh.ts';
import type { NotificationTexts } from '../en/notification.ts';

export const notification: NotificationTexts = {
  title: '通知',
  bell: '通知',
  bellUnread: '通知，{count} 条未读',
  unread: '未读',
  markAll: '全部标为已读',
  markOne: '标为已读',
  onlyUnread: '只看未读',
  loadMore: '显示更早的',
  emptyTitle: '暂无通知',
  emptyText: '与您有关的登录、已完成的工作和申请会显示在这里。',
  emptyUnreadTitle: '全部已读',
  emptyUnreadText: '没有您未看过的通知。',
  ...notificationWordsZh,
};
