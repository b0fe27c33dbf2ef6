import type { DataScopeName } from '@lectern/contract/data-scopes.ts';
import { type NewPosition, positionList } from '@lectern/contract/features/position.ts';
import type { RoleId } from '@lectern/contract/roles.ts';
import { AppError, invalidField } from '../../../platform/app-error.ts';
import type { Executor } from '../../../platform/db/database.ts';
import type { EventPublisher } from '../../../platform/events/event-publisher.ts';
import type { SignedInContext } from '../../../platform/http/request-context.ts';
import { type GroupMembers, setGroups } from '../group-members.ts';
import { listGroupNames, listGroupsOf } from '../group-membership.repository.ts';
import { differences, judgeView } from '../unit.policy.ts';
import type { Unit } from '../unit-keeper.ts';
import { lockOrganisation, placeAmong } from '../unit-order.ts';
import { recordUnit, tellRights } from '../unit-record.ts';

import { judgePower } from './position.policy.ts';
import {
  findPositionByName,
  insertPosition,
  lockPosition,
  positionSiblings,
  type StoredPosition,
  updatePositionRow,
} from './position.repository.ts';

export type PositionEdit = Partial<NewPosition>;

/** Positions, one change at a time, each within the transaction that it is given. */
export class PositionKeeper {
  readonly page = positionList.page;
  readonly #publisher: EventPublisher;
  readonly #members: GroupMembers;

  constructor(publisher: EventPublisher, members: GroupMembers) {
    this.#publisher = publisher;
    this.#members = members;
  }

  /** One that is not above whoever asks. */
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

  /** Answers the new version; the old one when nothing differs. */
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
    await tellRights(transaction, this.#publisher);
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

export async function requireFreeName(transaction: Executor, name: string, ownId?: string): Promise<void> {
  const other = await findPositionByName(transaction, name);
  if (other && other.id !== ownId) throw new AppError('nameTaken');
}

/** As activities and reverts spell them. */
export function positionValues(row: StoredPosition, groupIds: readonly string[]): NewPosition {
  return {
    name: row.name,
    roleId: row.role_id as RoleId,
    dataScope: row.data_scope as DataScopeName,
    description: row.description,
    groupIds: [...groupIds].sort(),
  };
}

export function newColumns({ name, roleId, dataScope, description }: NewPosition) {
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
