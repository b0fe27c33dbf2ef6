import { deepestSubject, type NewSubject, type SubjectMove } from '@lectern/contract/features/subject-management.ts';
import { recordActivity } from '../../../platform/activity/record-activity.ts';
import { AppError, invalidField } from '../../../platform/app-error.ts';
import type { Executor } from '../../../platform/db/database.ts';
import type { SignedInContext } from '../../../platform/http/request-context.ts';
import { differences, judgeView } from '../unit.policy.ts';
import type { Unit } from '../unit-keeper.ts';
import { lockOrganisation, placeAmong } from '../unit-order.ts';
import { levelOf } from './subject.presenter.ts';
import {
  deepestBelow,
  findSubject,
  findSubjectByCode,
  insertSubject,
  listUnknownColleges,
  lockSubject,
  replaceColleges,
  rewritePaths,
  type StoredSubject,
  subjectSiblings,
  updateSubjectRow,
} from './subject.repository.ts';

export type SubjectEdit = Partial<Pick<NewSubject, 'code' | 'name' | 'description' | 'collegeIds'>>;

export const subjectValues = (row: StoredSubject) => ({
  code: row.code,
  name: row.name,
  description: row.description,
  collegeIds: row.college_ids,
});

/** Changes subjects one at a time, in the caller's transaction. */
export class SubjectKeeper {
  async take(
    transaction: Executor,
    { principal }: SignedInContext,
    id: string,
  ): Promise<Unit & { row: StoredSubject }> {
    judgeView(principal);
    await lockOrganisation(transaction);
    const row = await lockSubject(transaction, id);
    if (!row) throw new AppError('notFound');
    return { id, name: row.name, version: row.version, disabled: row.disabled_at !== null, row };
  }

  async add(transaction: Executor, context: SignedInContext, subject: NewSubject, id: string): Promise<void> {
    judgeView(context.principal);
    await lockOrganisation(transaction);
    await requireFreeCode(transaction, subject.code);
    await requireColleges(transaction, subject.collegeIds);
    const parent = await validatePlace(transaction, subject.parentId);
    const sort = await placeAmong(transaction, subjectSiblings(subject.parentId), id, null);
    const { code, name, description, parentId } = subject;
    const path = `${parent?.path ?? '/'}${id}/`;
    await insertSubject(transaction, { id, code, name, description, parent_id: parentId, path, sort });
    await replaceColleges(transaction, id, subject.collegeIds);
    await record(transaction, context, id, 'created', { after: subject });
  }

  /** Returns the new version, or the current one when nothing changed. */
  async edit(transaction: Executor, context: SignedInContext, id: string, edit: SubjectEdit): Promise<number> {
    const { row } = await this.take(transaction, context, id);
    const wanted = { ...edit, ...(edit.collegeIds && { collegeIds: [...new Set(edit.collegeIds)].sort() }) };
    const change = differences(subjectValues(row), wanted);
    if (!change) return row.version;
    if (edit.code !== undefined) await requireFreeCode(transaction, edit.code, id);
    if (edit.collegeIds) {
      await requireColleges(transaction, edit.collegeIds);
      await replaceColleges(transaction, id, edit.collegeIds);
    }
    const { collegeIds: _, ...columns } = edit;
    const version = await updateSubjectRow(transaction, id, columns);
    await record(transaction, context, id, 'updated', change);
    return version;
  }

  /** Moves the whole subtree. */
  async move(
    transaction: Executor,
    context: SignedInContext,
    id: string,
    { parentId, beforeId }: Omit<SubjectMove, 'version'>,
  ): Promise<void> {
    const { row } = await this.take(transaction, context, id);
    const stays = row.parent_id === parentId;
    const parent = stays ? undefined : await validatePlace(transaction, parentId, row);
    const sort = await placeAmong(transaction, subjectSiblings(parentId), id, beforeId);
    await updateSubjectRow(transaction, id, { parent_id: parentId, sort });
    if (stays) return record(transaction, context, id, 'placed', { after: { beforeId } });
    await rewritePaths(transaction, row.path, `${parent?.path ?? '/'}${id}/`);
    await record(transaction, context, id, 'moved', { before: { parentId: row.parent_id }, after: { parentId } });
  }

  async setDisabled(transaction: Executor, context: SignedInContext, id: string, disabled: boolean): Promise<number> {
    const version = await updateSubjectRow(transaction, id, { disabled_at: disabled ? new Date() : null });
    await record(transaction, context, id, disabled ? 'disabled' : 'enabled', {});
    return version;
  }
}

type Values = { before?: Record<string, unknown>; after?: Record<string, unknown> };
export function record(
  transaction: Executor,
  context: SignedInContext,
  id: string,
  verb: string,
  values: Values,
): Promise<void> {
  const change = { action: `subject.${verb}`, objectType: 'subject', objectId: id, ...values };
  return recordActivity(transaction, context, change);
}

export async function requireFreeCode(transaction: Executor, code: string, ownId?: string): Promise<void> {
  const other = await findSubjectByCode(transaction, code);
  if (other && other.id !== ownId) throw new AppError('codeTaken', { params: { name: other.name } });
}

async function requireColleges(transaction: Executor, ids: readonly string[]): Promise<void> {
  if ((await listUnknownColleges(transaction, ids)).length > 0) {
    throw invalidField('collegeIds', 'noSuchCollege');
  }
}

/** Checks that a subject and its subtree can be placed there. Returns the parent, or undefined at the top level. */
export async function validatePlace(
  transaction: Executor,
  parentId: string | null,
  subject?: Pick<StoredSubject, 'path'>,
): Promise<StoredSubject | undefined> {
  const parent = parentId ? await findSubject(transaction, parentId) : undefined;
  if (parentId && !parent) throw invalidField('parentId', 'noSuchSubject');
  if (!parent) return undefined;
  if (subject && parent.path.startsWith(subject.path)) throw new AppError('intoItself');
  if (parent.disabled_at) throw new AppError('mergeIntoDisabled', { params: { name: parent.name } });
  const height = subject ? (await deepestBelow(transaction, subject.path)) - levelOf(subject.path) : 0;
  if (levelOf(parent.path) + 1 + height > deepestSubject) {
    throw new AppError('tooDeep', { params: { limit: deepestSubject } });
  }
  return parent;
}
