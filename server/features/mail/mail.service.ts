import {
  type MailAttachment,
  type MailChanges,
  type MailView,
  mailChanges,
  mailLimits,
  type NewMail,
} from '@lectern/contract/features/mail.ts';
import { mailDetail } from '@lectern/contract/features/mail-detail.ts';
import { unknownPlaces } from '@lectern/contract/features/mail-text.ts';
import { hasAbility } from '@lectern/contract/roles.ts';
import { recordActivity } from '../../platform/activity/record-activity.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Db, Executor } from '../../platform/db/database.ts';
import type { DetailSource } from '../../platform/detail/detail-source.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { newId } from '../../platform/new-id.ts';
import type { Attachments } from './attachments.ts';
import { listChosen } from './audience.repository.ts';
import {
  audienceOf,
  findLastTest,
  findMail,
  insertMail,
  listAttachmentIds,
  lockMails,
  presentMail,
  updateAttachments,
  updateMailFields,
} from './mail.repository.ts';
import type { MailAnnouncer } from './mail-announcer.ts';

type Dependencies = { db: Db; attachments: Attachments; announcer: MailAnnouncer };

export class MailService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  async get(principal: Principal, id: string): Promise<MailView> {
    const { db } = this.#dependencies;
    const row = await findMail(db, principal, id);
    if (!row) throw new AppError('notFound');
    const audience = audienceOf(row.audience);
    const [chosen, files, test] = await Promise.all([
      listChosen(db, audience),
      this.#files(principal, await listAttachmentIds(db, id)),
      findLastTest(db, id),
    ]);
    const { template_id: templateId, template_name: templateName } = row;
    return {
      ...presentMail(row),
      body: row.body,
      template: templateId && templateName !== null ? { id: templateId, name: templateName } : null,
      audience,
      chosen,
      files,
      throttle: row.throttle,
      lastTest: test ? { state: test.state, reason: test.reason, at: test.at.toISOString() } : null,
    };
  }

  async create(context: SignedInContext, mail: NewMail): Promise<MailView> {
    const { db } = this.#dependencies;
    const { principal } = context;
    requireKnownPlaces(mail);
    await this.requireAttachable(principal, mail.attachmentIds);
    const id = newId();
    await db.transaction().execute(async (transaction) => {
      const names = await this.#names(transaction, mail);
      const { userId: senderId, departmentId } = principal;
      await insertMail(transaction, { ...mail, id, names, senderId, departmentId });
      const after = { subject: mail.subject, kind: mail.kind };
      await recordActivity(transaction, context, { action: 'mail.created', objectType: 'mail', objectId: id, after });
    });
    return this.get(principal, id);
  }

  async update(
    context: SignedInContext,
    id: string,
    { version, ...change }: MailChanges & { version: number },
  ): Promise<MailView> {
    const { db, announcer } = this.#dependencies;
    const { principal } = context;
    requireKnownPlaces(change);
    if (change.attachmentIds) await this.requireAttachable(principal, change.attachmentIds);
    await db.transaction().execute(async (transaction) => {
      const mail = (await lockMails(transaction, principal, [id])).get(id);
      if (!mail || mail.deleted_at) throw new AppError('notFound');
      if (mail.version !== version) throw new AppError('changedMeanwhile');
      if (mail.state !== 'draft') throw new AppError('illegalMove');
      const old: Required<MailChanges> = {
        kind: mail.kind as NewMail['kind'],
        subject: mail.subject,
        body: mail.body,
        templateId: mail.template_id,
        audience: audienceOf(mail.audience),
        attachmentIds: await listAttachmentIds(transaction, id),
        throttle: mail.throttle,
      };
      const names = (Object.keys(change) as (keyof MailChanges)[]).filter(
        (name) => JSON.stringify(change[name]) !== JSON.stringify(old[name]),
      );
      if (names.length === 0) return;
      const pick = (from: MailChanges) => Object.fromEntries(names.map((name) => [name, from[name]]));
      await updateMailFields(transaction, id, change, await this.#names(transaction, change));
      if (change.attachmentIds) await updateAttachments(transaction, id, change.attachmentIds);
      await recordActivity(transaction, context, {
        action: 'mail.updated',
        objectType: 'mail',
        objectId: id,
        before: pick(old),
        after: pick(change),
      });
      await announcer.changed(transaction, id);
    });
    return this.get(principal, id);
  }

  /** Leaves out attachments that this person may not attach. */
  async duplicate(context: SignedInContext, id: string): Promise<MailView> {
    const { principal } = context;
    const { kind, subject, body, template, audience, files, throttle } = await this.get(principal, id);
    if (kind === 'system') throw new AppError('illegalMove');
    const attachmentIds = files.filter((file) => file.available).map((file) => file.resourceId);
    return this.create(context, {
      kind,
      subject,
      body,
      templateId: template?.id ?? null,
      audience,
      attachmentIds,
      throttle,
    });
  }

  /** Requires that the sender may attach every file and that their total size is within the limit. */
  async requireAttachable(principal: Principal, ids: readonly string[]): Promise<void> {
    const files = await Promise.all(ids.map((id) => this.#dependencies.attachments.find(principal, id)));
    if (files.some((file) => !file)) throw new AppError('mailAttachmentRefused');
    const bytes = files.reduce((sum, file) => sum + (file?.sizeBytes ?? 0), 0);
    const limit = mailLimits.attachmentBytes;
    if (bytes > limit) throw new AppError('mailAttachmentsTooLarge', { params: { limit: `${limit / 1e6} MB` } });
  }

  async #files(principal: Principal, ids: readonly string[]): Promise<MailAttachment[]> {
    const files = await Promise.all(ids.map((id) => this.#dependencies.attachments.find(principal, id)));
    return ids.map((resourceId, place) => {
      const file = files[place];
      const { title = '', name: fileName = '', sizeBytes = 0 } = file ?? {};
      return { resourceId, title, fileName, sizeBytes, available: file !== undefined };
    });
  }

  async #names(transaction: Executor, { audience }: MailChanges): Promise<string[]> {
    if (!audience || audience.everybody) return [];
    return (await listChosen(transaction, audience)).map(({ name }) => name);
  }
}

/** Refuses unknown placeholders, which would appear literally in the mail. */
export function requireKnownPlaces({ subject = '', body = '' }: Pick<MailChanges, 'subject' | 'body'>): void {
  const unknown = [...new Set([...unknownPlaces(subject), ...unknownPlaces(body)])];
  if (unknown.length === 0) return;
  const places = unknown.map((name) => `{{${name}}}`).join(', ');
  throw new AppError('mailPlaceUnknown', { params: { places: places.slice(0, 200) } });
}

/** Connects mails to edit locks and activity history. */
export function mailDetailSource(mails: Pick<MailService, 'update'>): DetailSource {
  return {
    detail: mailDetail,
    async find(db, principal, id) {
      const mail = await findMail(db, principal, id);
      if (!mail) return undefined;
      return {
        version: mail.version,
        mayEdit: mail.state === 'draft' && hasAbility(principal.roleId, mailDetail.ability),
        values: {
          kind: mail.kind,
          subject: mail.subject,
          body: mail.body,
          templateId: mail.template_id,
          audience: audienceOf(mail.audience),
          attachmentIds: await listAttachmentIds(db, id),
          throttle: mail.throttle,
        },
      };
    },
    async change(context, id, values, version) {
      const parsed = mailChanges.safeParse(values);
      // Validation rules may have changed since the old value was saved.
      if (!parsed.success) throw new AppError('nothingToRevert');
      await mails.update(context, id, { ...parsed.data, version });
    },
  };
}
