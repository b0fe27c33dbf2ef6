import type { OrganisationUnit } from '@lectern/contract/features/organisation.ts';
import { recordActivity } from '../../platform/activity/record-activity.ts';
import { AppError, invalidField } from '../../platform/app-error.ts';
import { type Db, isUniqueViolation } from '../../platform/db/database.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { newId } from '../../platform/new-id.ts';
import { findSubject, insertSubject, listSubjectRows } from './subject.repository.ts';

/** Academic subjects, a tree of their own beside the organisation. */
export class SubjectService {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  async list(): Promise<OrganisationUnit[]> {
    const rows = await listSubjectRows(this.#db);
    return rows.map(({ parent_id, ...subject }) => ({ ...subject, parentId: parent_id }));
  }

  async create(context: SignedInContext, subject: { parentId?: string; code: string; name: string }): Promise<string> {
    const id = newId();
    try {
      await this.#db.transaction().execute(async (transaction) => {
        const parent = subject.parentId ? await findSubject(transaction, subject.parentId) : undefined;
        if (subject.parentId && !parent) throw new AppError('notFound');
        const path = `${parent?.path ?? '/'}${id}/`;
        await insertSubject(transaction, {
          id,
          parentId: parent?.id ?? null,
          code: subject.code,
          name: subject.name,
          path,
        });
        await recordActivity(transaction, context, {
          action: 'subject.created',
          objectType: 'subject',
          objectId: id,
          after: subject,
        });
      });
    } catch (error) {
      if (isUniqueViolation(error)) throw invalidField('code', 'taken');
      throw error;
    }
    return id;
  }
}
