import type { Words } from '@lectern/contract/language.ts';

/** Below everything that people write: how to have no more of it. */
export const noticeFooter: Words = {
  en: 'Sent through {{platform}}. If you do not want notices by mail, say so in your profile: {{profile}}',
  zh: '本邮件由 {{platform}} 发送。如不希望接收邮件通知，请在个人资料中设置：{{profile}}',
};
