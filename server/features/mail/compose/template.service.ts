import { mailLimits } from '@lectern/contract/features/mail.ts';
import type { MailTemplate } from '@lectern/contract/features/mail-template.ts';
import { recordActivity } from '../../../platform/activity/record-activity.ts';
import { AppError, invalidField } from '../../../platform/app-error.ts';
import { type Db, type Executor, isUniqueViolation } from '../../../platform/db/database.ts';
import type { SignedInContext } from '../../../platform/http/request-context.ts';
import { newId } from '../../../platform/new-id.ts';
import { requireKnownPlaces } from '../mail.service.ts';
import {
  countTemplates,
  deleteTemplate,
  insertTemplate,
  listTemplates,
  updateTemplate,
} from './template.repository.ts';

type Fields = Pick<MailTemplate, 'name' | 'subject' | 'body'>;

/** Texts to begin with. They are everybody's who may write mails. */
export class TemplateService {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  list(): Promise<MailTemplate[]> {
    return listTemplates(this.#db);
  }

  async create(context: SignedInContext, fields: Fields): Promise<MailTemplate> {
    requireKnownPlaces(fields);
    const id = newId();
    await this.#write(async (transaction) => {
      const limit = mailLimits.templates;
      if ((await countTemplates(transaction)) >= limit) throw invalidField('name', 'atMost', { limit });
      await insertTemplate(transaction, { id, ...fields }, context.principal.userId);
      await this.#record(transaction, context, id, 'mailTemplate.created', { after: fields });
    });
    return this.#get(this.#db, id);
  }

  async update(
    context: SignedInContext,
    id: string,
    { version, ...change }: Partial<Fields> & { version: number },
  ): Promise<MailTemplate> {
    requireKnownPlaces(change);
    await this.#write(async (transaction) => {
      const { name, subject, body } = await this.#get(transaction, id);
      const written = await updateTemplate(transaction, { id, version, userId: context.principal.userId, ...change });
      if (!written) throw new AppError('changedMeanwhile');
      const before = { name, subject, body };
      await this.#record(transaction, context, id, 'mailTemplate.updated', { before, after: change });
    });
    return this.#get(this.#db, id);
  }

  async delete(context: SignedInContext, id: string): Promise<void> {
    await this.#db.transaction().execute(async (transaction) => {
      const { name, subject, body } = await this.#get(transaction, id);
      await deleteTemplate(transaction, id);
      await this.#record(transaction, context, id, 'mailTemplate.deleted', { before: { name, subject, body } });
    });
  }

  async #get(db: Executor, id: string): Promise<MailTemplate> {
    const [template] = await listTemplates(db, id);
    if (!template) throw new AppError('notFound');
    return template;
  }

  async #write(work: (transaction: Executor) => Promise<void>): Promise<void> {
    try {
      await this.#db.transaction().execute(work);
    } catch (error) {
      throw isUniqueViolation(error) ? new AppError('nameTaken') : error;
    }
  }

  async #record(
    transaction: Executor,
    context: SignedInContext,
    objectId: string,
    action: string,
    change: { before?: Record<string, unknown>; after?: Record<string, unknown> },
  ): Promise<void> {
    await recordActivity(transaction, context, { action, objectType: 'mailTemplate', objectId, ...change });
  }
}
