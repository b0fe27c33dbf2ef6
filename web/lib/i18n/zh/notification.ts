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
  sentences: {
    passwordChanged: '您的密码已被修改。如非本人操作，请立即告知管理员。',
    signedInOnNewDevice: '新设备登录：{device}（{ip}）。如非本人操作，请结束该会话并修改密码。',
    accessAsked: '{person} 申请访问“{page}”。',
    accessGranted: '您现在可以打开“{page}”。',
    jobDone: '{job}已就绪。',
    jobFailed: '{job}失败：{cause}',
    announcement: '{text}',
  },
  unknownCause: '未说明原因',
  jobs: { supportBundle: '支持包', maintenance: '维护' },
};
