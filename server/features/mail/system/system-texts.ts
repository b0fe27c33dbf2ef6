import type { Language } from '@lectern/contract/language.ts';
import type { MailFigure, SystemMailEntry } from '../system-mail.ts';

export type SystemText = { subject: string; body: string; params: Record<string, string> };

const greeting: Record<Language, string> = { en: 'Hello {{name}},', zh: '{{name}}，您好：' };
const openIt: Record<Language, string> = { en: 'Open it: {{link}}', zh: '打开查看：{{link}}' };
const change: Record<Language, string> = {
  en: 'What you are told of by mail is set in your profile.',
  zh: '可在个人资料中设置接收哪些邮件。',
};

/** What the product says by itself. What others wrote is put into places, so that it stays text. */
export function systemText(entry: SystemMailEntry, language: Language): SystemText {
  const link = entry.link ? [openIt[language]] : [];
  switch (entry.template) {
    case 'notification':
      return {
        subject: '{{title}}',
        // Its subject alone is overlooked, and not every mail has more to say.
        body: [
          greeting[language],
          '{{title}}',
          ...(entry.params.text ? ['{{text}}'] : []),
          ...link,
          change[language],
        ].join('\n\n'),
        params: { ...entry.params },
      };
    case 'report':
      return reportText(entry.params, link, language);
    case 'digest': {
      const lines = entry.params.lines.split('\n').filter((line) => line.trim() !== '');
      const places = lines.map((_, place) => `- {{line${place}}}`).join('\n');
      const named = Object.fromEntries(lines.map((line, place) => [`line${place}`, line]));
      const subject = { en: '{{platform}}: {{count}} since yesterday', zh: '{{platform}}：昨日以来 {{count}} 条消息' };
      return {
        subject: subject[language],
        body: [greeting[language], places, ...link, change[language]].join('\n\n'),
        params: { count: entry.params.count, ...named },
      };
    }
    case 'passwordReset': {
      const body = {
        en: 'Somebody asked for a new password for your account {{account}}. To choose one, open this within {{minutes}} minutes:\n\n{{link}}\n\nIf it was not you, you need not do anything: your password stays as it is.',
        zh: '有人为您的账号 {{account}} 申请重设密码。如需重设，请在 {{minutes}} 分钟内打开：\n\n{{link}}\n\n如非本人操作，请忽略此邮件，您的密码不会改变。',
      };
      const subject = { en: '{{platform}}: choose a new password', zh: '{{platform}}：重设密码' };
      return {
        subject: subject[language],
        body: `${greeting[language]}\n\n${body[language]}`,
        // Its place is filled from what is sealed.
        params: { minutes: entry.params.minutes, secret: 'link' },
      };
    }
  }
}

const kept: Record<Language, string> = {
  en: 'You get this because you keep the report. When it comes is set on its page, under Reports.',
  zh: '您保存了此报表，因此会收到本邮件。可在其页面的“报表”中更改发送时间。',
};
const others: Record<Language, string> = { en: 'The others are on its page.', zh: '其余内容请在页面上查看。' };

type Report = Extract<SystemMailEntry, { template: 'report' }>['params'];

function reportText({ title, days, figures, groups }: Report, link: string[], language: Language): SystemText {
  const whole = placed('figure', figures);
  const parts = placed('part', groups?.figures ?? []);
  const byGroup = groups ? ['**{{group}}**', parts.lines, ...(groups.areAll ? [] : [others[language]])] : [];
  return {
    subject: '{{title}}',
    body: [greeting[language], '# {{title}}', '{{days}}', whole.lines, ...byGroup, ...link, kept[language]].join(
      '\n\n',
    ),
    params: { title, days, ...whole.params, ...parts.params, ...(groups && { group: groups.name }) },
  };
}

/** A line for each, and what its places hold. */
function placed(prefix: string, figures: readonly MailFigure[]): { lines: string; params: Record<string, string> } {
  const params: Record<string, string> = {};
  const lines = figures.map(({ name, value, note }, at) => {
    const place = `${prefix}${at}`;
    params[place] = name;
    params[`${place}Value`] = value;
    if (note) params[`${place}Note`] = note;
    return `- {{${place}}}: **{{${place}Value}}**${note ? ` {{${place}Note}}` : ''}`;
  });
  return { lines: lines.join('\n'), params };
}
