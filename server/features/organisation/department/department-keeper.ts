import {
  type DepartmentMove,
  deepestDepartment,
  departmentList,
  type NewDepartment,
} from '@lectern/contract/features/department.ts';
import { AppError, invalidField } from '../../../platform/app-error.ts';
import type { Executor } from '../../../platform/db/database.ts';
import type { EventPublisher } from '../../../platform/events/event-publisher.ts';
import type { SignedInContext } from '../../../platform/http/request-context.ts';
import { moveCoursesToCollege } from '../../course/public.ts';
import { lockCollege } from '../college/college.repository.ts';
import { differences, judgeView } from '../unit.policy.ts';
import { publishRightsChanged, recordUnit, type Unit } from '../unit-keeper.ts';
import { lockOrganisation, placeAmong } from '../unit-order.ts';
import { departmentValues, levelOf, placeOf } from './department.presenter.ts';
import {
  deepestBelow,
  departmentSiblings,
  findDepartment,
  findDepartmentByCode,
  findPersonById,
  insertDepartment,
  isDepartmentInUse,
  lockDepartment,
  rewritePaths,
  type StoredDepartment,
  updateDepartmentRow,
  withBelow,
} from './department.repository.ts';

export type DepartmentEdit = Partial<Pick<NewDepartment, 'code' | 'name' | 'headId' | 'description'>>;

/** Changes departments one at a time, in the caller's transaction. */
export class DepartmentKeeper {
  readonly page = departmentList.page;
  readonly #publisher: EventPublisher;

  constructor(publisher: EventPublisher) {
    this.#publisher = publisher;
  }

  async take(
    transaction: Executor,
    { principal }: SignedInContext,
    id: string,
  ): Promise<Unit & { row: StoredDepartment }> {
    judgeView(principal);
    await lockOrganisation(transaction);
    const row = await lockDepartment(transaction, id);
    if (!row) throw new AppError('notFound');
    return { id, name: row.name, version: row.version, disabled: row.disabled_at !== null, row };
  }

  async add(transaction: Executor, context: SignedInContext, department: NewDepartment, id: string): Promise<void> {
    judgeView(context.principal);
    await lockOrganisation(transaction);
    await requireFreeCode(transaction, department.code);
    await requireHead(transaction, department.headId);
    const { collegeId, parentId } = department;
    const parent = await validatePlace(transaction, { collegeId, parentId });
    const sort = await placeAmong(transaction, departmentSiblings(collegeId, parentId), id, null);
    const path = `${parent?.path ?? '/'}${id}/`;
    const place = { college_id: collegeId, parent_id: parentId, path, sort };
    await insertDepartment(transaction, { id, ...place, ...columnsOf(department) });
    await recordUnit(transaction, context, 'department', { id, verb: 'created', after: department });
  }

  /** Returns the new version, or the current one when nothing changed. */
  async edit(transaction: Executor, context: SignedInContext, id: string, edit: DepartmentEdit): Promise<number> {
    const { row } = await this.take(transaction, context, id);
    const change = differences(departmentValues(row), edit);
    if (!change) return row.version;
    if (edit.code !== undefined) await requireFreeCode(transaction, edit.code, id);
    if (edit.headId !== undefined && edit.headId !== row.head_id) await requireHead(transaction, edit.headId);
    const version = await updateDepartmentRow(transaction, id, columnsOf(edit));
    await recordUnit(transaction, context, 'department', { id, verb: 'updated', ...change });
    return version;
  }

  /** Moves the whole subtree. Data scopes of the ancestors follow with the next request. */
  async move(
    transaction: Executor,
    context: SignedInContext,
    id: string,
    { collegeId, parentId, beforeId }: Omit<DepartmentMove, 'version'>,
  ): Promise<void> {
    const { row } = await this.take(transaction, context, id);
    const stays = row.college_id === collegeId && row.parent_id === parentId;
    const parent = stays ? undefined : await validatePlace(transaction, { collegeId, parentId }, row);
    const sort = await placeAmong(transaction, departmentSiblings(collegeId, parentId), id, beforeId);
    await updateDepartmentRow(transaction, id, { college_id: collegeId, parent_id: parentId, sort });
    if (stays) {
      await recordUnit(transaction, context, 'department', { id, verb: 'placed', after: { beforeId } });
      return;
    }
    const path = `${parent?.path ?? '/'}${id}/`;
    await rewritePaths(transaction, row.path, { path, collegeId });
    await moveCoursesToCollege(transaction, { from: row.college_id, to: collegeId, within: withBelow(path) });
    const change = { before: placeOf(row), after: { collegeId, parentId } };
    await recordUnit(transaction, context, 'department', { id, verb: 'moved', ...change });
    await publishRightsChanged(transaction, this.#publisher);
  }

  async setDisabled(transaction: Executor, context: SignedInContext, id: string, disabled: boolean): Promise<number> {
    const version = await updateDepartmentRow(transaction, id, { disabled_at: disabled ? new Date() : null });
    await recordUnit(transaction, context, 'department', { id, verb: disabled ? 'disabled' : 'enabled' });
    return version;
  }
}

export async function requireFreeCode(transaction: Executor, code: string, ownId?: string): Promise<void> {
  const other = await findDepartmentByCode(transaction, code);
  if (other && other.id !== ownId) throw new AppError('codeTaken', { params: { name: other.name } });
}

async function requireHead(transaction: Executor, headId: string | null): Promise<void> {
  if (headId && !(await findPersonById(transaction, headId))) {
    throw invalidField('headId', 'noSuchPerson');
  }
}

function columnsOf({ code, name, headId, description }: DepartmentEdit) {
  return {
    ...(code !== undefined && { code }),
    ...(name !== undefined && { name }),
    ...(headId !== undefined && { head_id: headId }),
    ...(description !== undefined && { description }),
  } as { code: string; name: string };
}

type Place = { collegeId: string; parentId: string | null };

/**
 * Checks that a department and its subtree can be placed there. Returns the parent, or undefined at the top of the
 * college.
 */
export async function validatePlace(
  transaction: Executor,
  { collegeId, parentId }: Place,
  department?: Pick<StoredDepartment, 'path'>,
): Promise<StoredDepartment | undefined> {
  const college = await lockCollege(transaction, collegeId);
  if (!college) throw invalidField('collegeId', 'noSuchCollege');
  if (college.disabled_at) throw new AppError('mergeIntoDisabled', { params: { name: college.name } });
  if (!parentId) return undefined;
  const parent = await findDepartment(transaction, parentId);
  if (!parent) throw invalidField('parentId', 'noSuchDepartment');
  if (parent.college_id !== collegeId) throw invalidField('parentId', 'otherCollege');
  if (department && parent.path.startsWith(department.path)) throw new AppError('intoItself');
  if (!(await isDepartmentInUse(transaction, parentId))) {
    throw new AppError('mergeIntoDisabled', { params: { name: parent.name } });
  }
  const height = department ? (await deepestBelow(transaction, department.path)) - levelOf(department.path) : 0;
  if (levelOf(parent.path) + 1 + height > deepestDepartment) {
    throw new AppError('tooDeep', { params: { limit: deepestDepartment } });
  }
  return parent;
}
