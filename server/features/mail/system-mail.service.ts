import type { RecipientReason } from '@lectern/contract/features/mail.ts';
import { isMailAddress } from '@lectern/contract/features/mail-text.ts';
import type { Language } from '@lectern/contract/language.ts';
import { fillText } from '@lectern/contract/messages/fill-text.ts';
import { sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';
import { messagesIn } from '../../platform/messages.ts';
import { newId } from '../../platform/new-id.ts';
import type { SealedBox } from '../../platform/sealing/sealed-box.ts';
import { listMailPeople, renderMail } from './compose/mail-writer.ts';
import { insertRecipient } from './mail-sending.repository.ts';
import type { MailFigure, SystemMail, SystemMailEntry } from './system-mail.ts';

type Dependencies = { configured: boolean; box: SealedBox; origin: string; platformName(): Promise<string> };

/** The sealing purpose of a recipient’s secret. */
export const sealPurpose = (recipientId: string) => `mail recipient ${recipientId}`;

/** Queues Lectern's own mails with those written by people. */
export class SystemMailService implements SystemMail {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  configured(): boolean {
    return this.#dependencies.configured;
  }

  async queue(transaction: Executor, entry: SystemMailEntry): Promise<void> {
    const { box, origin, platformName } = this.#dependencies;
    const [person] = await listMailPeople(transaction, [entry.userId]);
    if (!person) return;
    const { subject, body, params } = systemText(entry, person.language);
    const link = entry.link ? `${origin}${entry.link}` : undefined;
    const isSecret = 'secret' in params;
    const values = { ...params, ...(link && !isSecret && { link }), platform: await platformName() };
    const shown = renderMail({
      subject,
      body: '',
      values: { ...values, name: person.name },
      language: person.language,
    });
    const { rows } = await sql<{ access: number }>`select access from users where id = ${person.id}`.execute(
      transaction,
    );
    const reason = reasonFor(rows[0]?.access ?? 1, person.email);
    const [mailId, recipientId] = [newId(), newId()];
    await transaction
      .insertInto('mails')
      .values({
        id: mailId,
        kind: 'system',
        state: reason ? 'failed' : 'sending',
        subject: shown.subject,
        body,
        params: JSON.stringify(values),
        begun_at: sql`now()`,
        finished_at: reason ? sql`now()` : null,
        failure: reason,
        expires_at: isSecret ? sql`now() + make_interval(mins => ${Number(params.minutes) || 60})` : null,
      })
      .execute();
    const sealed = isSecret && link ? await box.seal(Buffer.from(link), sealPurpose(recipientId)) : null;
    const { id: userId, name, email: address } = person;
    await insertRecipient(transaction, mailId, { userId, name, address, reason, sealed }, recipientId);
  }
}

function reasonFor(access: number, address: string | null): RecipientReason | null {
  if (access !== 0) return 'forbidden';
  if (!address?.trim()) return 'noAddress';
  return isMailAddress(address) ? null : 'badAddress';
}

type SystemText = { subject: string; body: string; params: Record<string, string> };

/** The text of a system mail. User-written values only fill placeholders and are never rendered as markup. */
function systemText(entry: SystemMailEntry, language: Language): SystemText {
  const { greeting, open, preferences, digest, passwordReset } = messagesIn(language).systemMail;
  const link = entry.link ? [open] : [];
  switch (entry.template) {
    case 'notification':
      return {
        subject: '{{subject}}',
        // Repeats the title because people overlook the subject line, and some notifications have no further text.
        body: [greeting, '{{title}}', ...(entry.params.text ? ['{{text}}'] : []), ...link, preferences].join('\n\n'),
        params: { ...entry.params },
      };
    case 'report':
      return reportText(entry.params, link, language);
    case 'digest': {
      const lines = entry.params.lines.split('\n').filter((line) => line.trim() !== '');
      const places = lines.map((_, place) => `- {{line${place}}}`).join('\n');
      const named = Object.fromEntries(lines.map((line, place) => [`line${place}`, line]));
      const { count } = entry.params;
      return {
        subject: fillText(digest.subject, { count }, language),
        body: [greeting, places, ...link, preferences].join('\n\n'),
        params: { count, ...named },
      };
    }
    case 'passwordReset':
      return {
        subject: passwordReset.subject,
        body: `${greeting}\n\n${passwordReset.body}`,
        // The link is sealed separately and filled in when the mail is sent.
        params: { minutes: entry.params.minutes, secret: 'link' },
      };
  }
}

type Report = Extract<SystemMailEntry, { template: 'report' }>['params'];

function reportText({ title, days, figures, groups }: Report, link: string[], language: Language): SystemText {
  const { greeting, report } = messagesIn(language).systemMail;
  const whole = placed('figure', figures);
  const parts = placed('part', groups?.figures ?? []);
  const byGroup = groups ? ['**{{group}}**', parts.lines, ...(groups.areAll ? [] : [report.more])] : [];
  return {
    subject: '{{title}}',
    body: [greeting, '# {{title}}', '{{days}}', whole.lines, ...byGroup, ...link, report.why].join('\n\n'),
    params: { title, days, ...whole.params, ...parts.params, ...(groups && { group: groups.name }) },
  };
}

/** One list item per figure, with the values of its placeholders. */
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
