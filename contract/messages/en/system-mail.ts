/** Emails written by Lectern; `{{…}}` is filled in for each recipient when sending. */
export const systemMail = {
  greeting: 'Hello {{name}},',
  open: 'Details: {{link}}',
  preferences: 'Choose which emails you get under Profile > Notifications.',
  noticeFooter: 'Sent with {{platform}}. You can turn these emails off in your profile: {{profile}}',
  testSubject: '[Test] {subject}',
  digest: {
    subject: '{{platform}}: {count} {count, plural, one {notification} other {notifications}} since yesterday',
    more: 'and {count} more {count, plural, one {notification} other {notifications}}',
  },
  passwordReset: {
    subject: 'Reset your {{platform}} password',
    body: 'Someone asked to reset the password for your account {{account}}. To choose a new one, open this link within {{minutes}} minutes:\n\n{{link}}\n\nIf this wasn’t you, ignore this email. Your password stays the same.',
  },
  report: {
    more: 'Open the report to see the rest.',
    why: 'You’re getting this email because you saved this report. Change its schedule under Reports on the statistics page.',
  },
};

export type SystemMailTexts = typeof systemMail;
