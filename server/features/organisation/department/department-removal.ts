import type { NewDepartment } from '@lectern/contract/features/department.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import { AppError } from '../../../platform/app-error.ts';
import type { Executor } from '../../../platform/db/database.ts';
import { countsInWords } from '../../../platform/error-values.ts';
import type { EventPublisher } from '../../../platform/events/event-publisher.ts';
import type { SignedInContext } from '../../../platform/http/request-context.ts';
import { keptMentions, type MentionKeeper } from '../../../platform/mentions/mentions.ts';
import { moveCoursesToCollege } from '../../course/public.ts';
import { moveUsersToDepartment } from '../../user/public.ts';
import { listGroupsOf, setGroups } from '../group-members.ts';
import { judgeView } from '../unit.policy.ts';
import {
  publishRightsChanged,
  type RemovalDependencies,
  recordPeople,
  recordUnit,
  type Unit,
  type UnitKeeper,
} from '../unit-keeper.ts';
import { lockOrganisation } from '../unit-order.ts';
import { departmentValues, placeOf } from './department.presenter.ts';
import {
  countContent,
  deleteDepartmentRow,
  insertDepartment,
  isDepartmentInUse,
  listChildren,
  lockDepartment,
  type StoredDepartment,
} from './department.repository.ts';
import { type DepartmentKeeper, requireFreeCode, validatePlace } from './department-keeper.ts';

const ids = z.array(z.uuid());
/** What Undo needs after a merge or a removal. */
const removed = z.object({
  unit: z.object({ id: z.uuid(), values: z.record(z.string(), z.unknown()), sort: z.number(), disabled: z.boolean() }),
  intoId: z.uuid().nullable(),
  userIds: ids,
  resourceIds: ids,
  childIds: ids,
  groupIds: ids,
  /** Courses moved to the other college; absent in operations from before this was recorded. */
  courseIds: ids.default([]),
  mentions: keptMentions,
});
type Removed = z.output<typeof removed>;

/** Moves resources between departments and returns the ids of those moved. */
export type MoveResources = (
  transaction: Executor,
  way: { from: string; to: string; only?: readonly string[] },
) => Promise<string[]>;

/** Merges, removes and restores departments. A merged department's permission groups are not passed on. */
export class DepartmentRemoval implements UnitKeeper {
  readonly type = 'department';
  readonly page: DepartmentKeeper['page'];
  readonly take: DepartmentKeeper['take'];
  readonly setDisabled: DepartmentKeeper['setDisabled'];
  readonly #keeper: DepartmentKeeper;
  readonly #publisher: EventPublisher;
  readonly #members: RemovalDependencies['members'];
  readonly #mentions: MentionKeeper;
  readonly #moveResources: MoveResources;

  constructor(
    keeper: DepartmentKeeper,
    { publisher, members, mentions, moveResources }: RemovalDependencies & { moveResources: MoveResources },
  ) {
    this.#moveResources = moveResources;
    this.#members = members;
    this.#mentions = mentions;
    this.#keeper = keeper;
    this.#publisher = publisher;
    this.page = keeper.page;
    this.take = keeper.take.bind(keeper);
    this.setDisabled = keeper.setDisabled.bind(keeper);
  }

  /** Moves people, resources and subdepartments to the other department. */
  async merge(transaction: Executor, context: SignedInContext, id: string, intoId: string): Promise<Removed> {
    const { row, into, ...moved } = await this.regroup(transaction, context, id, intoId);
    const { childIds, groupIds } = moved;
    const userIds = await moveUsersToDepartment(transaction, { from: id, to: intoId });
    const resourceIds = await this.#moveResources(transaction, { from: id, to: intoId });
    const colleges = { from: row.college_id, to: into.college_id };
    const courseIds = await moveCoursesToCollege(transaction, { ...colleges, within: sql`${id}::uuid` });
    const mentions = await this.#mentions.rename(transaction, context, { of: 'department', from: id, to: intoId });
    await deleteDepartmentRow(transaction, id);
    await this.#record(transaction, context, row, into, { userIds, resourceIds, childIds });
    return { ...keptOf(row), intoId, userIds, resourceIds, childIds, groupIds, courseIds, mentions };
  }

  /**
   * The part of a merge that a preview runs: everything except people and resources, because moving thousands only to
   * roll back would be too slow.
   */
  async regroup(transaction: Executor, context: SignedInContext, id: string, intoId: string) {
    const { row } = await this.take(transaction, context, id);
    const into = (await this.take(transaction, context, intoId)).row;
    if (into.path.startsWith(row.path)) throw new AppError('intoItself');
    if (!(await isDepartmentInUse(transaction, intoId))) {
      throw new AppError('mergeIntoDisabled', { params: { name: into.name } });
    }
    const groupIds = await this.#leaveGroups(transaction, context, id);
    const childIds: string[] = [];
    for (const child of await listChildren(transaction, id)) {
      const place = { collegeId: into.college_id, parentId: intoId, beforeId: null };
      await this.#keeper.move(transaction, context, child.id, place);
      childIds.push(child.id);
    }
    return { row, into, childIds, groupIds };
  }

  async #record(
    transaction: Executor,
    context: SignedInContext,
    row: StoredDepartment,
    into: StoredDepartment,
    moved: { userIds: string[]; resourceIds: string[]; childIds: string[] },
  ): Promise<void> {
    const counts = {
      people: moved.userIds.length,
      resources: moved.resourceIds.length,
      departments: moved.childIds.length,
    };
    const before = { ...departmentValues(row), ...placeOf(row) };
    const after = { intoId: into.id, into: into.name, ...counts };
    await recordUnit(transaction, context, 'department', { id: row.id, verb: 'merged', before, after });
    const taken = { fromId: row.id, from: row.name, ...counts };
    await recordUnit(transaction, context, 'department', { id: into.id, verb: 'tookIn', after: taken });
    await recordPeople(transaction, context, moved.userIds, {
      action: 'user.departmentSet',
      before: { departmentId: row.id },
      after: { departmentId: into.id },
    });
    await publishRightsChanged(transaction, this.#publisher);
  }

  /** Leaves its groups before deletion, so that their history records it. Returns the group ids. */
  async #leaveGroups(transaction: Executor, context: SignedInContext, id: string): Promise<string[]> {
    const member = { kind: 'department', id } as const;
    const groupIds = await listGroupsOf(transaction, member);
    await setGroups(this.#members, transaction, context, { member, groupIds: [] });
    return groupIds;
  }

  /** Moves back the people and resources that are still where the merge put them. */
  async unmerge(transaction: Executor, context: SignedInContext, before: unknown): Promise<Unit> {
    const { intoId, userIds, resourceIds, childIds, courseIds, mentions } = removed.parse(before);
    const unit = await this.restore(transaction, context, before);
    if (!intoId) return unit;
    const { row } = await this.take(transaction, context, unit.id);
    for (const childId of childIds) {
      const child = await lockDepartment(transaction, childId);
      if (child?.parent_id !== intoId) continue;
      const place = { collegeId: row.college_id, parentId: unit.id, beforeId: null };
      await this.#keeper.move(transaction, context, childId, place);
    }
    const people = await moveUsersToDepartment(transaction, { from: intoId, to: unit.id, only: userIds });
    await this.#moveResources(transaction, { from: intoId, to: unit.id, only: resourceIds });
    await this.#mentions.putBack(transaction, context, mentions);
    const into = await lockDepartment(transaction, intoId);
    if (into) {
      const colleges = { from: into.college_id, to: row.college_id };
      await moveCoursesToCollege(transaction, { ...colleges, within: sql`${unit.id}::uuid`, only: courseIds });
    }
    await recordPeople(transaction, context, people, {
      action: 'user.changeUndone',
      before: { departmentId: intoId },
      after: { departmentId: unit.id },
    });
    return unit;
  }

  async remove(transaction: Executor, context: SignedInContext, id: string): Promise<Removed> {
    const { row } = await this.take(transaction, context, id);
    const { people, departments, resources } = await countContent(transaction, id);
    if (people + departments + resources > 0) {
      const contents = countsInWords({ people, departments, resources });
      throw new AppError('unitNotEmpty', { params: { name: row.name, contents } });
    }
    const groupIds = await this.#leaveGroups(transaction, context, id);
    await deleteDepartmentRow(transaction, id);
    const before = { ...departmentValues(row), ...placeOf(row) };
    await recordUnit(transaction, context, 'department', { id, verb: 'deleted', before });
    await publishRightsChanged(transaction, this.#publisher);
    return {
      ...keptOf(row),
      intoId: null,
      userIds: [],
      resourceIds: [],
      childIds: [],
      groupIds,
      courseIds: [],
      mentions: {},
    };
  }

  async restore(transaction: Executor, context: SignedInContext, before: unknown): Promise<Unit> {
    judgeView(context.principal);
    await lockOrganisation(transaction);
    const { unit, groupIds } = removed.parse(before);
    const { code, name, headId, description, collegeId, parentId } = unit.values as NewDepartment;
    await requireFreeCode(transaction, code);
    const parent = await validatePlace(transaction, { collegeId, parentId });
    await insertDepartment(transaction, {
      id: unit.id,
      code,
      name,
      head_id: headId,
      description,
      college_id: collegeId,
      parent_id: parentId,
      path: `${parent?.path ?? '/'}${unit.id}/`,
      sort: unit.sort,
      disabled_at: unit.disabled ? new Date() : null,
    });
    const member = { kind: 'department', id: unit.id } as const;
    await setGroups(this.#members, transaction, context, { member, groupIds });
    await recordUnit(transaction, context, 'department', { id: unit.id, verb: 'restored', after: unit.values });
    await publishRightsChanged(transaction, this.#publisher);
    return { id: unit.id, name, version: 1, disabled: unit.disabled };
  }
}

function keptOf(row: StoredDepartment) {
  const values = { ...departmentValues(row), ...placeOf(row) };
  return { unit: { id: row.id, values, sort: row.sort, disabled: row.disabled_at !== null } };
}
