import type { Words } from '../language.ts';
import type { MailKind, MailState, RecipientReason, RecipientState } from './mail.ts';
import type { MailVariable } from './mail-text.ts';

export const mailKindWords: Record<MailKind, Words> = {
  notice: { en: 'Notice', zh: '通知' },
  task: { en: 'To-do', zh: '待办' },
  report: { en: 'Report', zh: '报告' },
  system: { en: 'System', zh: '系统' },
};

export const mailStateWords: Record<MailState, Words> = {
  draft: { en: 'Draft', zh: '草稿' },
  scheduled: { en: 'Scheduled', zh: '已计划' },
  sending: { en: 'Sending', zh: '发送中' },
  sent: { en: 'Sent', zh: '已发送' },
  partlyFailed: { en: 'Partly failed', zh: '部分失败' },
  failed: { en: 'Failed', zh: '失败' },
  cancelled: { en: 'Cancelled', zh: '已取消' },
};

export const recipientStateWords: Record<RecipientState, Words> = {
  waiting: { en: 'Waiting', zh: '等待中' },
  handing: { en: 'Being handed over', zh: '正在递交' },
  sent: { en: 'Sent', zh: '已发送' },
  failed: { en: 'Failed', zh: '失败' },
  unknown: { en: 'May have it', zh: '可能已收到' },
  skipped: { en: 'Left out', zh: '未包含' },
};

export const recipientReasonWords: Record<RecipientReason, Words> = {
  noAddress: { en: 'No e-mail address', zh: '没有邮箱地址' },
  badAddress: { en: 'The address can’t be used', zh: '邮箱地址无法使用' },
  forbidden: { en: 'The account is forbidden', zh: '账号已被禁用' },
  optedOut: { en: 'Does not want notices by mail', zh: '不接收邮件通知' },
  duplicate: { en: 'Another recipient has the same address', zh: '与其他收件人地址相同' },
  outsideScope: { en: 'Outside the sender’s departments', zh: '不在发件人的部门范围内' },
  cancelled: { en: 'Cancelled before it was sent', zh: '发送前已取消' },
  expired: { en: 'It came to be too late', zh: '已过期' },
  refused: { en: 'The mail server refused it', zh: '邮件服务器拒绝' },
  triedTooOften: { en: 'The mail server put it off too often', zh: '邮件服务器多次延后' },
  lostAnswer: { en: 'The connection broke before the mail server answered', zh: '服务器答复前连接中断' },
  workerLost: { en: 'The worker stopped while handing it over', zh: '递交过程中工作进程停止' },
  attachmentGone: { en: 'An attachment can no longer be sent', zh: '附件已无法发送' },
  senderForbidden: { en: 'The sender may no longer write to people', zh: '发件人已无权发送' },
};

/** What stands for something of the person who gets a mail, as it is called where one writes and reads. */
export const mailVariableWords: Record<MailVariable, Words> = {
  name: { en: 'Name', zh: '姓名' },
  account: { en: 'Account', zh: '账号' },
  email: { en: 'E-mail', zh: '邮箱' },
  college: { en: 'College', zh: '学院' },
  department: { en: 'Department', zh: '部门' },
  position: { en: 'Position', zh: '岗位' },
  role: { en: 'Role', zh: '角色' },
  sender: { en: 'Sender', zh: '发件人' },
  platform: { en: 'Platform', zh: '平台名称' },
  link: { en: 'Link to the platform', zh: '平台链接' },
  date: { en: 'Today’s date', zh: '今天日期' },
};
