import { type SubjectEffect, subjectList } from '@lectern/contract/features/subject-management.ts';
import { z } from 'zod';
import { AppError } from '../../../platform/app-error.ts';
import type { Executor } from '../../../platform/db/database.ts';
import { countsInWords } from '../../../platform/error-values.ts';
import type { SignedInContext } from '../../../platform/http/request-context.ts';
import { keptMentions, type MentionKeeper } from '../../../platform/mentions/mentions.ts';
import { moveCoursesToSubject } from '../../course/public.ts';
import { moveResourcesToSubject } from '../../resource/public.ts';
import { judgeView } from '../unit.policy.ts';
import type { Unit, UnitKeeper } from '../unit-keeper.ts';
import { lockOrganisation } from '../unit-order.ts';
import {
  countContent,
  deleteSubjectRow,
  findSubject,
  insertSubject,
  listChildIds,
  replaceColleges,
  type StoredSubject,
} from './subject.repository.ts';
import { record, requireFreeCode, type SubjectKeeper, subjectValues, validatePlace } from './subject-keeper.ts';

const ids = z.array(z.uuid());
/** What Undo needs after a merge or a removal. */
const removed = z.object({
  id: z.uuid(),
  code: z.string(),
  name: z.string(),
  description: z.string(),
  collegeIds: ids,
  parentId: z.uuid().nullable(),
  sort: z.number(),
  disabled: z.boolean(),
  intoId: z.uuid().nullable(),
  courseIds: ids,
  resourceIds: ids,
  childIds: ids,
  mentions: keptMentions,
});
type Removed = z.output<typeof removed>;

/** Merges, removes and restores subjects. */
export class SubjectRemoval implements UnitKeeper {
  readonly type = subjectList.id as 'courseSubject';
  readonly page = subjectList.page;
  readonly take: SubjectKeeper['take'];
  readonly setDisabled: SubjectKeeper['setDisabled'];
  readonly #keeper: SubjectKeeper;
  readonly #mentions: MentionKeeper;

  constructor(keeper: SubjectKeeper, mentions: MentionKeeper) {
    this.#keeper = keeper;
    this.#mentions = mentions;
    this.take = keeper.take.bind(keeper);
    this.setDisabled = keeper.setDisabled.bind(keeper);
  }

  /** What a merge would move. Changes nothing. */
  async effect(transaction: Executor, context: SignedInContext, id: string, intoId: string): Promise<SubjectEffect> {
    await this.#judgeMerge(transaction, context, id, intoId);
    return countContent(transaction, id);
  }

  /** Moves courses, resources and subordinate subjects to the other subject. */
  async merge(transaction: Executor, context: SignedInContext, id: string, intoId: string): Promise<Removed> {
    const { row, into } = await this.#judgeMerge(transaction, context, id, intoId);
    const childIds = await listChildIds(transaction, id);
    for (const childId of childIds) {
      await this.#keeper.move(transaction, context, childId, { parentId: intoId, beforeId: null });
    }
    const courseIds = await moveCoursesToSubject(transaction, { from: id, to: intoId });
    const resourceIds = await moveResourcesToSubject(transaction, { from: id, to: intoId });
    const mentions = await this.#mentions.rename(transaction, context, { of: 'subject', from: id, to: intoId });
    await deleteSubjectRow(transaction, id);
    const counts = { subjects: childIds.length, courses: courseIds.length, resources: resourceIds.length };
    const before = { ...subjectValues(row), parentId: row.parent_id };
    await record(transaction, context, id, 'merged', { before, after: { intoId, into: into.name, ...counts } });
    await record(transaction, context, intoId, 'tookIn', { after: { fromId: id, from: row.name, ...counts } });
    return { ...keptOf(row), intoId, courseIds, resourceIds, childIds, mentions };
  }

  /** Moves back what is still where the merge put it. */
  async unmerge(transaction: Executor, context: SignedInContext, before: unknown): Promise<Unit> {
    const { intoId, courseIds, resourceIds, childIds, mentions } = removed.parse(before);
    const unit = await this.restore(transaction, context, before);
    if (!intoId) return unit;
    for (const childId of childIds) {
      const child = await findSubject(transaction, childId);
      if (child?.parent_id !== intoId) continue;
      await this.#keeper.move(transaction, context, childId, { parentId: unit.id, beforeId: null });
    }
    await moveCoursesToSubject(transaction, { from: intoId, to: unit.id, only: courseIds });
    await moveResourcesToSubject(transaction, { from: intoId, to: unit.id, only: resourceIds });
    await this.#mentions.putBack(transaction, context, mentions);
    return unit;
  }

  async remove(transaction: Executor, context: SignedInContext, id: string): Promise<Removed> {
    const { row } = await this.take(transaction, context, id);
    const { subjects, courses, resources } = await countContent(transaction, id);
    if (subjects + courses + resources > 0) {
      const contents = countsInWords({ subjects, courses, resources });
      throw new AppError('subjectNotEmpty', { params: { name: row.name, contents } });
    }
    await deleteSubjectRow(transaction, id);
    await record(transaction, context, id, 'deleted', { before: { ...subjectValues(row), parentId: row.parent_id } });
    return { ...keptOf(row), intoId: null, courseIds: [], resourceIds: [], childIds: [], mentions: {} };
  }

  async restore(transaction: Executor, context: SignedInContext, before: unknown): Promise<Unit> {
    judgeView(context.principal);
    await lockOrganisation(transaction);
    const { id, code, name, description, collegeIds, parentId, sort, disabled } = removed.parse(before);
    await requireFreeCode(transaction, code);
    const parent = await validatePlace(transaction, parentId);
    await insertSubject(transaction, {
      id,
      code,
      name,
      description,
      sort,
      parent_id: parentId,
      path: `${parent?.path ?? '/'}${id}/`,
      disabled_at: disabled ? new Date() : null,
    });
    await replaceColleges(transaction, id, collegeIds);
    await record(transaction, context, id, 'restored', { after: { code, name, parentId } });
    return { id, name, version: 1, disabled };
  }

  async #judgeMerge(transaction: Executor, context: SignedInContext, id: string, intoId: string) {
    const { row } = await this.take(transaction, context, id);
    const into = (await this.take(transaction, context, intoId)).row;
    if (into.path.startsWith(row.path)) throw new AppError('intoItself');
    if (into.disabled_at) throw new AppError('mergeIntoDisabled', { params: { name: into.name } });
    return { row, into };
  }
}

function keptOf(row: StoredSubject) {
  const { id, sort } = row;
  return { id, ...subjectValues(row), parentId: row.parent_id, sort, disabled: row.disabled_at !== null };
}
