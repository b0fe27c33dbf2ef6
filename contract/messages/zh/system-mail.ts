import type { SystemMailTexts } from '../en/system-mail.ts';

export const systemMail: SystemMailTexts = {
  greeting: '{{name}}，您好：',
  open: '查看详情：{{link}}',
  preferences: '您可以在“个人资料 > 通知”中设置接收哪些邮件。',
  noticeFooter: '本邮件通过 {{platform}} 发送。如不想接收通知邮件，可在个人资料中关闭：{{profile}}',
  testSubject: '【测试】{subject}',
  digest: {
    subject: '{{platform}}：昨天以来有 {count} 条通知',
    more: '另有 {count} 条',
  },
  passwordReset: {
    subject: '重置您的 {{platform}} 密码',
    body: '有人申请重置账号 {{account}} 的密码。请在 {{minutes}} 分钟内打开以下链接，设置新密码：\n\n{{link}}\n\n如非本人操作，请忽略此邮件，您的密码不会改变。',
  },
  report: {
    more: '其余数据请在报表页面查看。',
    why: '您保存了这份报表，因此会收到此邮件。可在统计页面的“报表”中更改发送时间。',
  },
};
