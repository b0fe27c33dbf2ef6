import type { MailView, RecipientReason, retryKinds } from '@lectern/contract/features/mail.ts';
import { isMailAddress } from '@lectern/contract/features/mail-text.ts';
import { fillText } from '@lectern/contract/messages/fill-text.ts';
import { dataScopeOf } from '../../platform/access/data-scope.ts';
import { recordActivity } from '../../platform/activity/record-activity.ts';
import { AppError, invalidField } from '../../platform/app-error.ts';
import type { Db, Executor } from '../../platform/db/database.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { messagesIn } from '../../platform/messages.ts';
import { newId } from '../../platform/new-id.ts';
import { measure } from './audience.repository.ts';
import { listMailPeople } from './compose/mail-writer.ts';
import { audienceOf, listAttachmentIds, lockMails, type StoredMail, updateAttachments } from './mail.repository.ts';
import { type MailService, requireKnownPlaces } from './mail.service.ts';
import type { MailAnnouncer } from './mail-announcer.ts';
import {
  cancelMailRow,
  insertRecipient,
  rewait,
  scheduleMail,
  setDeleted,
  setState,
} from './mail-sending.repository.ts';

type Dependencies = { db: Db; mails: MailService; announcer: MailAnnouncer };

const farthestMs = 366 * 24 * 3_600_000;

export class MailSendingService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  async send(
    context: SignedInContext,
    id: string,
    { version, sendAt }: { version: number; sendAt: string | null },
  ): Promise<MailView> {
    const { db, mails } = this.#dependencies;
    const { principal } = context;
    const at = sendAt === null ? null : new Date(sendAt);
    if (at && at.getTime() > Date.now() + farthestMs) throw invalidField('sendAt', 'withinYear');
    await db.transaction().execute(async (transaction) => {
      const mail = await this.#take(transaction, context, id);
      if (mail.version !== version) throw new AppError('changedMeanwhile');
      if (mail.state !== 'draft') throw new AppError('illegalMove');
      requireKnownPlaces(mail);
      const audience = audienceOf(mail.audience);
      if (!mail.subject.trim() || !mail.body.trim()) throw new AppError('mailNotReady');
      await mails.requireAttachable(principal, await listAttachmentIds(transaction, id));
      const measured = await measure(transaction, audience, dataScopeOf(principal));
      if (!measured.some(({ reason }) => reason === null)) {
        throw new AppError(measured.length === 0 ? 'mailNotReady' : 'mailNobody');
      }
      const { userId: senderId, departmentId } = principal;
      await scheduleMail(transaction, { id, senderId, departmentId, sendAt: at });
      await this.#record(transaction, context, id, at ? 'mail.scheduled' : 'mail.sent', { sendAt });
    });
    return mails.get(principal, id);
  }

  async cancel(context: SignedInContext, id: string): Promise<MailView> {
    const { db, mails } = this.#dependencies;
    await db.transaction().execute(async (transaction) => {
      await this.cancelTaken(transaction, context, await this.#take(transaction, context, id));
    });
    return mails.get(context.principal, id);
  }

  async cancelTaken(transaction: Executor, context: SignedInContext, mail: StoredMail): Promise<void> {
    if (mail.state !== 'scheduled' && mail.state !== 'sending') throw new AppError('illegalMove');
    await cancelMailRow(transaction, mail.id);
    await this.#record(transaction, context, mail.id, 'mail.cancelled', null);
  }

  /** Reschedules a cancelled mail if it is unchanged and its send time has not passed. */
  async uncancelTaken(transaction: Executor, context: SignedInContext, mail: StoredMail): Promise<void> {
    if (mail.state !== 'cancelled' || !mail.send_at || mail.send_at <= new Date()) throw new AppError('illegalMove');
    await setState(transaction, mail.id, 'scheduled');
    await this.#record(transaction, context, mail.id, 'mail.scheduled', { sendAt: mail.send_at.toISOString() });
  }

  async retry(context: SignedInContext, id: string, which: (typeof retryKinds)[number]): Promise<MailView> {
    const { db, mails } = this.#dependencies;
    await db.transaction().execute(async (transaction) => {
      await this.retryTaken(transaction, context, await this.#take(transaction, context, id), which);
    });
    return mails.get(context.principal, id);
  }

  async retryTaken(
    transaction: Executor,
    context: SignedInContext,
    mail: StoredMail,
    which: (typeof retryKinds)[number],
  ): Promise<void> {
    // Only mails with a secret expire. Their secret is deleted by now, so they can't be resent.
    const isOver = ['sending', 'sent', 'partlyFailed', 'failed'].includes(mail.state) && !mail.expires_at;
    const count = isOver ? await rewait(transaction, mail.id, which) : 0;
    if (count === 0) throw new AppError('illegalMove');
    await setState(transaction, mail.id, 'sending');
    await this.#record(transaction, context, mail.id, 'mail.retried', { which, count });
  }

  async setDeletedTaken(
    transaction: Executor,
    context: SignedInContext,
    mail: StoredMail,
    deleted: boolean,
  ): Promise<void> {
    if (mail.state !== 'draft' && mail.state !== 'cancelled') throw new AppError('illegalMove');
    await setDeleted(transaction, mail.id, deleted);
    const action = deleted ? 'mail.deleted' : 'mail.restored';
    await this.#record(transaction, context, mail.id, action, { subject: mail.subject });
  }

  /** Sends the current text to the requester as a separate mail. */
  async test(context: SignedInContext, id: string): Promise<MailView> {
    const { db, mails } = this.#dependencies;
    const { principal } = context;
    await db.transaction().execute(async (transaction) => {
      const mail = await this.#take(transaction, context, id);
      if (mail.kind === 'system') throw new AppError('illegalMove');
      if (!mail.subject.trim() || !mail.body.trim()) throw new AppError('mailNotReady');
      const attachmentIds = await listAttachmentIds(transaction, id);
      await mails.requireAttachable(principal, attachmentIds);
      const [me] = await listMailPeople(transaction, [principal.userId]);
      if (!me?.email || !isMailAddress(me.email)) throw new AppError('mailNoOwnAddress');
      const testId = newId();
      await transaction
        .insertInto('mails')
        .values({
          id: testId,
          kind: 'test',
          state: 'sending',
          subject: fillText(messagesIn(me.language).systemMail.testSubject, { subject: mail.subject }),
          body: mail.body,
          test_of: id,
          sender_id: me.id,
          begun_at: new Date(),
        })
        .execute();
      await updateAttachments(transaction, testId, attachmentIds);
      const reason: RecipientReason | null = null;
      await insertRecipient(transaction, testId, { userId: me.id, name: me.name, address: me.email, reason });
      await this.#record(transaction, context, id, 'mail.tested', null);
    });
    return mails.get(principal, id);
  }

  async #take(transaction: Executor, { principal }: SignedInContext, id: string): Promise<StoredMail> {
    const mail = (await lockMails(transaction, principal, [id])).get(id);
    if (!mail || mail.deleted_at) throw new AppError('notFound');
    return mail;
  }

  async #record(
    transaction: Executor,
    context: SignedInContext,
    objectId: string,
    action: string,
    after: Record<string, unknown> | null,
  ): Promise<void> {
    await recordActivity(transaction, context, { action, objectType: 'mail', objectId, after });
    await this.#dependencies.announcer.changed(transaction, objectId);
  }
}
