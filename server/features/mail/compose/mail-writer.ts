import os from 'node:os';
import {
  blocksOf,
  fillPlaces,
  isMailAddress,
  type MailBlock,
  type MailPiece,
  type MailValues,
  plainLine,
  plainText,
} from '@lectern/contract/features/mail-text.ts';
import { type Language, locales } from '@lectern/contract/language.ts';
import type { RoleId } from '@lectern/contract/roles.ts';
import { sql } from 'kysely';
import type { OutgoingMail } from '../../../engines/mail/port.ts';
import type { Config } from '../../../platform/config/config.ts';
import type { Executor } from '../../../platform/db/database.ts';
import { messagesIn } from '../../../platform/messages.ts';

type WriterOptions = {
  /** The public origin of Lectern, for links. */
  origin: string;
  timeZone: string;
  platformName(): Promise<string>;
  /** The domain of message IDs. */
  domain: string;
};

export type Writing = {
  kind: string;
  subject: string;
  body: string;
  /** Values of a system mail; null when the recipient's own values are filled in. */
  params: MailValues | null;
  senderId: string | null;
  recipient: { id: string; userId: string | null; name: string; address: string };
};

export class MailWriter {
  readonly #options: WriterOptions;

  constructor(options: WriterOptions) {
    this.#options = options;
  }

  async write(db: Executor, writing: Writing): Promise<Omit<OutgoingMail, 'attachments'> & { values: MailValues }> {
    const { origin, timeZone, platformName, domain } = this.#options;
    const { kind, recipient, params, senderId } = writing;
    const wanted = [recipient.userId, senderId].filter((id) => id !== null);
    const people = new Map((await listMailPeople(db, wanted)).map((person) => [person.id, person]));
    const person = people.get(recipient.userId ?? '') ?? stranger(recipient);
    const sender = senderId ? people.get(senderId) : undefined;
    const platform = await platformName();
    const own = valuesFor(person, { sender: sender?.name ?? platform, platform, link: origin, timeZone });
    const values = { ...own, ...params, profile: `${origin}/app/home/profile` };
    const isSystem = kind === 'system';
    const { subject, text, html } = renderMail({
      ...writing,
      values,
      language: person.language,
      ...(!isSystem && { footer: messagesIn(person.language).systemMail.noticeFooter }),
    });
    const replies = !isSystem && sender?.email && isMailAddress(sender.email);
    return {
      to: { name: plainLine(recipient.name), address: recipient.address },
      ...(replies && { replyTo: { name: plainLine(sender.name), address: sender.email ?? '' } }),
      // System mail subjects were filled when queued. Filling them again would expand placeholders that other people
      // wrote.
      subject: params ? plainLine(writing.subject) : subject,
      text,
      html,
      messageId: `<${recipient.id}@${domain}>`,
      automatic: isSystem,
      values,
    };
  }
}

/** A recipient whose account was deleted. */
function stranger({ name, address }: { name: string; address: string }): MailPerson {
  const nothing = { college: null, department: null, position: null };
  return { id: '', name, account: '', email: address, role_id: 4, language: 'en', ...nothing };
}

type MailText = { subject: string; body: string; values: MailValues; language: Language; footer?: string };
type RenderedMail = { subject: string; text: string; html: string };

/** Renders a mail for one person. All values are escaped. */
export function renderMail({ subject, body, values, language, footer }: MailText): RenderedMail {
  const blocks = blocksOf(body, values);
  const below = footer ? blocksOf(footer, values) : [];
  const ending = below.length > 0 ? `\n\n-- \n${plainText(below)}` : '';
  return {
    subject: plainLine(fillPlaces(subject, values)).slice(0, 400),
    text: `${plainText(blocks)}${ending}\n`,
    html: page(blocks, below, language),
  };
}

const font = "font-family:system-ui,-apple-system,'Segoe UI','Noto Sans SC',sans-serif";

function page(blocks: readonly MailBlock[], below: readonly MailBlock[], language: Language): string {
  const footer = below.length > 0 ? `<hr style="border:0;border-top:1px solid #ddd;margin:24px 0 12px">` : '';
  const small = `<div style="font-size:12px;color:#666">${below.map(block).join('')}</div>`;
  return (
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"></head>` +
    `<body style="margin:0;padding:24px;${font};font-size:15px;line-height:1.5;color:#1a1a1a;overflow-wrap:anywhere;word-break:break-word">` +
    `<div style="max-width:600px;margin:0 auto">${blocks.map(block).join('')}${footer}${footer && small}</div></body></html>`
  );
}

function block({ kind, lines }: MailBlock): string {
  const shown = lines.map((pieces) => pieces.map(piece).join(''));
  if (kind === 'heading') return `<h2 style="font-size:18px;margin:0 0 12px">${shown.join('')}</h2>`;
  if (kind === 'list')
    return `<ul style="margin:0 0 16px;padding-left:24px">${shown.map((line) => `<li>${line}</li>`).join('')}</ul>`;
  return `<p style="margin:0 0 16px">${shown.join('<br>')}</p>`;
}

function piece({ text, bold, href }: MailPiece): string {
  const shown = escaped(text);
  if (href) return `<a href="${escaped(href)}">${shown}</a>`;
  return bold ? `<strong>${shown}</strong>` : shown;
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

type MailPerson = {
  id: string;
  name: string;
  account: string;
  email: string | null;
  role_id: number;
  language: Language;
  college: string | null;
  department: string | null;
  position: string | null;
};

export async function listMailPeople(db: Executor, ids: readonly string[]): Promise<MailPerson[]> {
  const { rows } = await sql<MailPerson>`
    select users.id, users.name, users.account, users.email, users.role_id, users.language,
      colleges.name as college, departments.name as department, positions.name as position
    from users
      left join departments on departments.id = users.department_id
      left join colleges on colleges.id = departments.college_id
      left join positions on positions.id = users.position_id
    where users.id = any (${ids}::uuid[])`.execute(db);
  return rows;
}

type Surroundings = { sender: string; platform: string; link: string; timeZone: string };

/** The placeholder values of one person, in their language. */
function valuesFor(person: MailPerson, { sender, platform, link, timeZone }: Surroundings): MailValues {
  const { language } = person;
  return {
    name: person.name,
    account: person.account,
    email: person.email ?? '',
    college: person.college ?? '',
    department: person.department ?? '',
    position: person.position ?? '',
    role: messagesIn(language).words.roles[person.role_id as RoleId],
    sender,
    platform,
    link,
    date: new Intl.DateTimeFormat(locales[language], { dateStyle: 'long', timeZone }).format(new Date()),
  };
}

/**
 * The origin for links in mails. Never taken from request headers, which a caller could forge to redirect the links.
 */
export function mailOrigin({ publicOrigin, host, port }: Pick<Config, 'publicOrigin' | 'host' | 'port'>): string {
  return publicOrigin ?? `http://${/^(0\.0\.0\.0|::)$/.test(host) ? os.hostname() : host}:${port}`;
}
