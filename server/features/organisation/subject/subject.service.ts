import type { OrganisationUnit } from '@lectern/contract/features/organisation.ts';
import {
  type NewSubject,
  type SubjectEffect,
  type SubjectMove,
  type SubjectRow,
  subjectDetail,
  subjectFields,
} from '@lectern/contract/features/subject-management.ts';
import { hasAbility } from '@lectern/contract/roles.ts';
import { z } from 'zod';
import { AppError } from '../../../platform/app-error.ts';
import type { Db, Executor } from '../../../platform/db/database.ts';
import type { DetailSource } from '../../../platform/detail/detail-source.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import type { SignedInContext } from '../../../platform/http/request-context.ts';
import { newId } from '../../../platform/new-id.ts';
import { presentSubject } from './subject.presenter.ts';
import { findSubject, findSubjectRecord, listSubjectRows, listSubjectTree } from './subject.repository.ts';
import { type SubjectEdit, type SubjectKeeper, subjectValues } from './subject-keeper.ts';
import type { ReadableContentFor } from './subject-list.source.ts';
import type { SubjectRemoval } from './subject-removal.ts';

type Dependencies = { db: Db; keeper: SubjectKeeper; removal: SubjectRemoval; readable: ReadableContentFor };

export class SubjectService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** All subjects, for pickers. */
  async list(): Promise<OrganisationUnit[]> {
    const rows = await listSubjectRows(this.#dependencies.db);
    return rows.map(({ parent_id, ...subject }) => ({ ...subject, parentId: parent_id }));
  }

  async tree(principal: Principal): Promise<SubjectRow[]> {
    const { db, readable } = this.#dependencies;
    return (await listSubjectTree(db, readable(principal))).map(presentSubject);
  }

  async get(principal: Principal, id: string): Promise<SubjectRow> {
    const { db, readable } = this.#dependencies;
    const record = await findSubjectRecord(db, id, readable(principal));
    if (!record) throw new AppError('notFound');
    return presentSubject(record);
  }

  async create(context: SignedInContext, subject: NewSubject): Promise<SubjectRow> {
    const { db, keeper } = this.#dependencies;
    const id = newId();
    await db.transaction().execute((transaction) => keeper.add(transaction, context, subject, id));
    return this.get(context.principal, id);
  }

  /** A revert may change the place too, which moves the subject. */
  async update(
    context: SignedInContext,
    id: string,
    { version, parentId, ...edit }: SubjectEdit & { parentId?: string | null | undefined; version: number },
  ): Promise<SubjectRow> {
    const { keeper } = this.#dependencies;
    await this.#change(context, id, version, async (transaction) => {
      await keeper.edit(transaction, context, id, edit);
      if (parentId !== undefined) await keeper.move(transaction, context, id, { parentId, beforeId: null });
    });
    return this.get(context.principal, id);
  }

  async move(context: SignedInContext, id: string, { version, ...place }: SubjectMove): Promise<SubjectRow> {
    await this.#change(context, id, version, (transaction) =>
      this.#dependencies.keeper.move(transaction, context, id, place),
    );
    return this.get(context.principal, id);
  }

  previewMerge(context: SignedInContext, id: string, intoId: string): Promise<SubjectEffect> {
    const { db, removal } = this.#dependencies;
    return db.transaction().execute((transaction) => removal.effect(transaction, context, id, intoId));
  }

  #change(
    context: SignedInContext,
    id: string,
    version: number,
    change: (transaction: Executor) => Promise<void>,
  ): Promise<void> {
    const { db, keeper } = this.#dependencies;
    return db.transaction().execute(async (transaction) => {
      const unit = await keeper.take(transaction, context, id);
      if (unit.version !== version) throw new AppError('changedMeanwhile');
      await change(transaction);
    });
  }
}

const subjectChanges = z.strictObject({ ...subjectFields, parentId: z.uuid().nullable() }).partial();

/** Connects subjects to edit locks and activity history. */
export function subjectDetailSource(subjects: Pick<SubjectService, 'update'>): DetailSource {
  return {
    detail: subjectDetail,
    async find(db, principal, id) {
      const row = await findSubject(db, id);
      if (!row) return undefined;
      const mayEdit = hasAbility(principal.roleId, subjectDetail.ability);
      return { version: row.version, mayEdit, values: { ...subjectValues(row), parentId: row.parent_id } };
    },
    async change(context, id, values, version) {
      const parsed = subjectChanges.safeParse(values);
      // Validation rules may have changed since the old value was saved.
      if (!parsed.success) throw new AppError('nothingToRevert');
      await subjects.update(context, id, { ...parsed.data, version });
    },
  };
}
