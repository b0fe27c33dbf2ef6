import { leftOutReasons, type MailAudience } from '@lectern/contract/features/mail.ts';
import type { AudienceMeasure, MailPreview } from '@lectern/contract/features/mail-compose.ts';
import { sql } from 'kysely';
import type { OutgoingMail } from '../../../engines/mail/port.ts';
import { dataScopeOf } from '../../../platform/access/data-scope.ts';
import { AppError } from '../../../platform/app-error.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { isInScope } from '../../../platform/list/meanings.ts';
import { findRecipient, listGroups, measure } from '../audience.repository.ts';
import { findMail, listAttachmentIds } from '../mail.repository.ts';
import { requireKnownPlaces } from '../mail.service.ts';
import type { MailWriter, Writing } from './mail-writer.ts';
import { listMailPeople } from './mail-writer.ts';

type Dependencies = { db: Db; writer: MailWriter; compose(mail: OutgoingMail): Promise<Buffer> };

/** Shown in place of a secret, which only its recipient sees. */
const hidden = '••••••';
const sourceCharacters = 100_000;

export class ComposeService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  async measure(principal: Principal, audience: MailAudience): Promise<AudienceMeasure> {
    const measured = await measure(this.#dependencies.db, audience, dataScopeOf(principal));
    const leftOut = leftOutReasons.flatMap((reason) => {
      const group = measured.find((one) => one.reason === reason);
      return group ? [{ reason, count: group.count, people: group.people }] : [];
    });
    return { recipients: measured.find(({ reason }) => reason === null)?.count ?? 0, leftOut };
  }

  async choices(): Promise<{ groups: { id: string; name: string }[] }> {
    return { groups: await listGroups(this.#dependencies.db) };
  }

  /** The mail as rendered for one person within the writer’s data scope. */
  async preview(
    principal: Principal,
    wanted: { subject: string; body: string; userId: string | null },
  ): Promise<MailPreview> {
    requireKnownPlaces(wanted);
    const userId = wanted.userId ?? principal.userId;
    if (!(await this.#reaches(principal, userId))) throw new AppError('notFound');
    const [person] = await listMailPeople(this.#dependencies.db, [userId]);
    if (!person) throw new AppError('notFound');
    const { subject, body } = wanted;
    const recipient = { id: 'preview', userId, name: person.name, address: person.email ?? '' };
    return this.#shown({ kind: 'notice', subject, body, params: null, senderId: principal.userId, recipient });
  }

  /** The mail as a recipient got it, or without one as the current user would get it. */
  async previewStored(principal: Principal, id: string, recipientId: string | undefined): Promise<MailPreview> {
    const { db } = this.#dependencies;
    const mail = await findMail(db, principal, id);
    if (!mail) throw new AppError('notFound');
    const found = recipientId ? await findRecipient(db, id, recipientId) : undefined;
    if (recipientId && !found) throw new AppError('notFound');
    const [me] = found ? [] : await listMailPeople(db, [principal.userId]);
    const recipient = found
      ? { id: found.id, userId: found.user_id, name: found.name, address: found.address ?? '' }
      : { id: 'preview', userId: principal.userId, name: me?.name ?? '', address: me?.email ?? '' };
    const { kind, subject, body, params, sender_id: senderId } = mail;
    const shown = params && 'secret' in params ? { ...params, link: hidden } : params;
    const attachments = (await listAttachmentIds(db, id)).length;
    return this.#shown({ kind, subject, body, params: shown, senderId, recipient }, attachments);
  }

  async #shown(writing: Writing, attachments = 0): Promise<MailPreview> {
    const { db, writer, compose } = this.#dependencies;
    const { values, ...mail } = await writer.write(db, writing);
    const { address, name } = mail.to;
    const files = Array.from({ length: attachments }, (_, place) => ({
      name: `attachment-${place + 1}`,
      contentType: 'application/octet-stream',
      content: Buffer.alloc(0),
    }));
    const source = (await compose({ ...mail, attachments: files })).toString();
    return {
      to: { name, address: address || null },
      subject: mail.subject,
      values: { ...values },
      text: mail.text,
      html: mail.html,
      source: source.slice(0, sourceCharacters),
    };
  }

  async #reaches(principal: Principal, userId: string): Promise<boolean> {
    if (userId === principal.userId) return true;
    const within = isInScope(dataScopeOf(principal), {
      departmentId: sql`users.department_id`,
      ownerId: sql`users.id`,
    });
    const { rows } = await sql`select from users where id = ${userId} and ${within}`.execute(this.#dependencies.db);
    return rows.length > 0;
  }
}
