import { isMailAddress, type MailValues, plainLine } from '@lectern/contract/features/mail-text.ts';
import type { OutgoingMail } from '../../../engines/mail/port.ts';
import type { Executor } from '../../../platform/db/database.ts';
import { messagesIn } from '../../../platform/messages.ts';
import { listMailPeople, type MailPerson, renderMail, valuesFor } from './render-mail.ts';

type WriterOptions = {
  /** Where people find the product with their browsers. */
  origin: string;
  timeZone: string;
  platformName(): Promise<string>;
  /** The domain of message ids. */
  domain: string;
};

export type Writing = {
  kind: string;
  subject: string;
  body: string;
  /** What fills a text of the product's own; nothing: what is known of the person. */
  params: MailValues | null;
  senderId: string | null;
  recipient: { id: string; userId: string | null; name: string; address: string };
};

/** The text of a mail for one person. */
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
      // A text of the product's own was filled when it was queued: what others wrote in it is not filled again.
      subject: params ? plainLine(writing.subject) : subject,
      text,
      html,
      messageId: `<${recipient.id}@${domain}>`,
      automatic: isSystem,
      values,
    };
  }
}

/** A person whose account was deleted. */
function stranger({ name, address }: { name: string; address: string }): MailPerson {
  const nothing = { college: null, department: null, position: null };
  return { id: '', name, account: '', email: address, role_id: 4, language: 'en', ...nothing };
}
