import type { DataScopeName } from '@lectern/contract/data-scopes.ts';
import { type NewPosition, positionList } from '@lectern/contract/features/position.ts';
import type { RoleId } from '@lectern/contract/roles.ts';
import { z } from 'zod';
import { AppError, invalidField } from '../../../platform/app-error.ts';
import type { Executor } from '../../../platform/db/database.ts';
import { countsInWords } from '../../../platform/error-values.ts';
import type { EventPublisher } from '../../../platform/events/event-publisher.ts';
import type { SignedInContext } from '../../../platform/http/request-context.ts';
import { keptMentions, type MentionKeeper } from '../../../platform/mentions/mentions.ts';
import { moveUsersToPosition } from '../../user/public.ts';
import { type GroupMembers, listGroupNames, listGroupsOf, setGroups } from '../group-members.ts';
import { differences, judgePower, judgeView } from '../unit.policy.ts';
import {
  publishRightsChanged,
  type RemovalDependencies,
  recordPeople,
  recordUnit,
  type Unit,
  type UnitKeeper,
} from '../unit-keeper.ts';
import { lockOrganisation, placeAmong } from '../unit-order.ts';
import {
  countPeople,
  deletePositionRow,
  findPositionByName,
  insertPosition,
  lockPosition,
  positionSiblings,
  type StoredPosition,
  updatePositionRow,
} from './position.repository.ts';

export type PositionEdit = Partial<NewPosition>;

/** Changes positions one at a time, in the caller's transaction. */
export class PositionKeeper {
  readonly page = positionList.page;
  readonly #publisher: EventPublisher;
  readonly #members: GroupMembers;

  constructor(publisher: EventPublisher, members: GroupMembers) {
    this.#publisher = publisher;
    this.#members = members;
  }

  /** Rejects positions with more power than the actor. */
  async take(
    transaction: Executor,
    { principal }: SignedInContext,
    id: string,
  ): Promise<Unit & { row: StoredPosition }> {
    judgeView(principal);
    await lockOrganisation(transaction);
    const row = await lockPosition(transaction, id);
    if (!row) throw new AppError('notFound');
    if (row.role_id < principal.roleId) throw new AppError('morePowerful');
    return { id, name: row.name, version: row.version, disabled: row.disabled_at !== null, row };
  }

  async add(transaction: Executor, context: SignedInContext, position: NewPosition, id: string): Promise<void> {
    judgeView(context.principal);
    judgePower(context.principal.roleId, position);
    await lockOrganisation(transaction);
    await requireFreeName(transaction, position.name);
    const sort = await placeAmong(transaction, positionSiblings, id, null);
    await insertPosition(transaction, { id, sort, ...newColumns(position) });
    await this.#setGroups(transaction, context, id, position.groupIds);
    await recordUnit(transaction, context, 'position', { id, verb: 'created', after: position });
  }

  /** Returns the new version, or the current one when nothing changed. */
  async edit(transaction: Executor, context: SignedInContext, id: string, edit: PositionEdit): Promise<number> {
    const { row } = await this.take(transaction, context, id);
    const before = positionValues(row, await listGroupsOf(transaction, { kind: 'position', id }));
    const wanted = { ...edit, ...(edit.groupIds && { groupIds: [...new Set(edit.groupIds)].sort() }) };
    const change = differences(before, wanted);
    if (!change) return row.version;
    judgePower(context.principal.roleId, { ...before, ...change.after }, before);
    if (edit.name !== undefined) await requireFreeName(transaction, edit.name, id);
    if (wanted.groupIds) await this.#setGroups(transaction, context, id, wanted.groupIds);
    const version = await updatePositionRow(transaction, id, columnsOf(edit));
    await recordUnit(transaction, context, 'position', { id, verb: 'updated', ...change });
    await publishRightsChanged(transaction, this.#publisher);
    return version;
  }

  async place(transaction: Executor, context: SignedInContext, id: string, beforeId: string | null): Promise<void> {
    await this.take(transaction, context, id);
    const sort = await placeAmong(transaction, positionSiblings, id, beforeId);
    await updatePositionRow(transaction, id, { sort });
    await recordUnit(transaction, context, 'position', { id, verb: 'placed', after: { beforeId } });
  }

  async setDisabled(transaction: Executor, context: SignedInContext, id: string, disabled: boolean): Promise<number> {
    const version = await updatePositionRow(transaction, id, { disabled_at: disabled ? new Date() : null });
    await recordUnit(transaction, context, 'position', { id, verb: disabled ? 'disabled' : 'enabled' });
    return version;
  }

  async #setGroups(
    transaction: Executor,
    context: SignedInContext,
    id: string,
    groupIds: readonly string[],
  ): Promise<void> {
    const known = new Set((await listGroupNames(transaction)).map((group) => group.id));
    if (groupIds.some((groupId) => !known.has(groupId))) {
      throw invalidField('groupIds', 'noSuchGroup');
    }
    await setGroups(this.#members, transaction, context, { member: { kind: 'position', id }, groupIds });
  }
}

async function requireFreeName(transaction: Executor, name: string, ownId?: string): Promise<void> {
  const other = await findPositionByName(transaction, name);
  if (other && other.id !== ownId) throw new AppError('nameTaken');
}

/** The values recorded in activities and restored by reverts. */
export function positionValues(row: StoredPosition, groupIds: readonly string[]): NewPosition {
  return {
    name: row.name,
    roleId: row.role_id as RoleId,
    dataScope: row.data_scope as DataScopeName,
    description: row.description,
    groupIds: [...groupIds].sort(),
  };
}

function newColumns({ name, roleId, dataScope, description }: NewPosition) {
  return { name, role_id: roleId, data_scope: dataScope, description };
}

function columnsOf({ name, roleId, dataScope, description }: PositionEdit) {
  return {
    ...(name !== undefined && { name }),
    ...(roleId !== undefined && { role_id: roleId }),
    ...(dataScope !== undefined && { data_scope: dataScope }),
    ...(description !== undefined && { description }),
  };
}

/** What Undo needs after a merge or a removal. */
const removed = z.object({
  unit: z.object({ id: z.uuid(), values: z.record(z.string(), z.unknown()), sort: z.number(), disabled: z.boolean() }),
  intoId: z.uuid().nullable(),
  userIds: z.array(z.uuid()),
  mentions: keptMentions,
});
type Removed = z.output<typeof removed>;

/**
 * Merges, removes and restores positions. People who are moved to another position have only the rights of the new
 * one.
 */
export class PositionRemoval implements UnitKeeper {
  readonly type = 'position';
  readonly page: PositionKeeper['page'];
  readonly take: PositionKeeper['take'];
  readonly setDisabled: PositionKeeper['setDisabled'];
  readonly #members: RemovalDependencies['members'];
  readonly #mentions: MentionKeeper;
  readonly #publisher: EventPublisher;

  constructor(keeper: PositionKeeper, { publisher, members, mentions }: RemovalDependencies) {
    this.#members = members;
    this.#mentions = mentions;
    this.#publisher = publisher;
    this.page = keeper.page;
    this.take = keeper.take.bind(keeper);
    this.setDisabled = keeper.setDisabled.bind(keeper);
  }

  async merge(transaction: Executor, context: SignedInContext, id: string, intoId: string): Promise<Removed> {
    const { row, into, kept } = await this.regroup(transaction, context, id, intoId);
    const userIds = await moveUsersToPosition(transaction, { from: id, to: intoId });
    const mentions = await this.#mentions.rename(transaction, context, { of: 'position', from: id, to: intoId });
    await deletePositionRow(transaction, id);
    const before = kept.unit.values;
    const after = { intoId, into: into.name, people: userIds.length };
    await recordUnit(transaction, context, 'position', { id, verb: 'merged', before, after });
    const taken = { fromId: id, from: row.name, people: userIds.length };
    await recordUnit(transaction, context, 'position', { id: intoId, verb: 'tookIn', after: taken });
    await recordPeople(transaction, context, userIds, {
      action: 'user.positionSet',
      before: { positionId: id },
      after: { positionId: intoId },
    });
    await publishRightsChanged(transaction, this.#publisher);
    return { ...kept, intoId, userIds, mentions };
  }

  /** The part of a merge that a preview runs: everything except the people, who may be thousands. */
  async regroup(transaction: Executor, context: SignedInContext, id: string, intoId: string) {
    const { row } = await this.take(transaction, context, id);
    if (id === intoId) throw new AppError('intoItself');
    const into = await this.take(transaction, context, intoId);
    if (into.disabled) throw new AppError('mergeIntoDisabled', { params: { name: into.name } });
    return { row, into, kept: await this.#delete(transaction, context, row) };
  }

  async unmerge(transaction: Executor, context: SignedInContext, before: unknown): Promise<Unit> {
    const { intoId, userIds, mentions } = removed.parse(before);
    const unit = await this.restore(transaction, context, before);
    if (!intoId) return unit;
    const people = await moveUsersToPosition(transaction, { from: intoId, to: unit.id, only: userIds });
    await this.#mentions.putBack(transaction, context, mentions);
    await recordPeople(transaction, context, people, {
      action: 'user.changeUndone',
      before: { positionId: intoId },
      after: { positionId: unit.id },
    });
    return unit;
  }

  async remove(transaction: Executor, context: SignedInContext, id: string): Promise<Removed> {
    const { row } = await this.take(transaction, context, id);
    const people = await countPeople(transaction, id);
    if (people > 0) {
      throw new AppError('unitNotEmpty', { params: { name: row.name, contents: countsInWords({ people }) } });
    }
    const kept = await this.#delete(transaction, context, row);
    await deletePositionRow(transaction, id);
    await recordUnit(transaction, context, 'position', { id, verb: 'deleted', before: kept.unit.values });
    return { ...kept, intoId: null, userIds: [], mentions: {} };
  }

  async restore(transaction: Executor, context: SignedInContext, before: unknown): Promise<Unit> {
    judgeView(context.principal);
    await lockOrganisation(transaction);
    const { unit } = removed.parse(before);
    const values = unit.values as NewPosition;
    judgePower(context.principal.roleId, values);
    await requireFreeName(transaction, values.name);
    const disabled_at = unit.disabled ? new Date() : null;
    await insertPosition(transaction, { id: unit.id, sort: unit.sort, disabled_at, ...newColumns(values) });
    await this.#setGroups(transaction, context, unit.id, values.groupIds);
    await recordUnit(transaction, context, 'position', { id: unit.id, verb: 'restored', after: values });
    await publishRightsChanged(transaction, this.#publisher);
    return { id: unit.id, name: values.name, version: 1, disabled: unit.disabled };
  }

  /** Leaves its groups before deletion, so that their history records it. */
  async #delete(transaction: Executor, context: SignedInContext, row: StoredPosition) {
    const values = positionValues(row, await listGroupsOf(transaction, { kind: 'position', id: row.id }));
    await this.#setGroups(transaction, context, row.id, []);
    return { unit: { id: row.id, values, sort: row.sort, disabled: row.disabled_at !== null } };
  }

  #setGroups(transaction: Executor, context: SignedInContext, id: string, groupIds: readonly string[]): Promise<void> {
    return setGroups(this.#members, transaction, context, { member: { kind: 'position', id }, groupIds });
  }
}
