import type { NewPosition } from '@lectern/contract/features/position.ts';
import { z } from 'zod';
import { AppError } from '../../../platform/app-error.ts';
import type { Executor } from '../../../platform/db/database.ts';
import type { EventPublisher } from '../../../platform/events/event-publisher.ts';
import type { SignedInContext } from '../../../platform/http/request-context.ts';
import { keptMentions, type MentionKeeper } from '../../../platform/mentions/mentions.ts';
import { setGroups } from '../group-members.ts';
import { listGroupsOf } from '../group-membership.repository.ts';
import { judgeView } from '../unit.policy.ts';
import type { RemovalParts, Unit, UnitKeeper } from '../unit-keeper.ts';
import { lockOrganisation } from '../unit-order.ts';
import { recordPeople, recordUnit, tellRights } from '../unit-record.ts';
import { judgePower } from './position.policy.ts';
import {
  countPeople,
  deletePositionRow,
  insertPosition,
  movePeopleToPosition,
  type StoredPosition,
} from './position.repository.ts';
import { newColumns, type PositionKeeper, positionValues, requireFreeName } from './position-keeper.ts';

/** What a merge or a removal leaves, so that it can be taken back. */
const removed = z.object({
  unit: z.object({ id: z.uuid(), values: z.record(z.string(), z.unknown()), sort: z.number(), disabled: z.boolean() }),
  intoId: z.uuid().nullable(),
  userIds: z.array(z.uuid()),
  mentions: keptMentions,
});
type Removed = z.output<typeof removed>;

/** Positions that go, and come back. People who get another one have its rights, and no longer those of the old one. */
export class PositionRemoval implements UnitKeeper {
  readonly type = 'position';
  readonly page: PositionKeeper['page'];
  readonly take: PositionKeeper['take'];
  readonly setDisabled: PositionKeeper['setDisabled'];
  readonly #members: RemovalParts['members'];
  readonly #mentions: MentionKeeper;
  readonly #publisher: EventPublisher;

  constructor(keeper: PositionKeeper, { publisher, members, mentions }: RemovalParts) {
    this.#members = members;
    this.#mentions = mentions;
    this.#publisher = publisher;
    this.page = keeper.page;
    this.take = keeper.take.bind(keeper);
    this.setDisabled = keeper.setDisabled.bind(keeper);
  }

  async merge(transaction: Executor, context: SignedInContext, id: string, intoId: string): Promise<Removed> {
    const { row, into, kept } = await this.regroup(transaction, context, id, intoId);
    const userIds = await movePeopleToPosition(transaction, { from: id, to: intoId });
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
    await tellRights(transaction, this.#publisher);
    return { ...kept, intoId, userIds, mentions };
  }

  /** A merge but for its people, of whom there may be thousands: a preview needs no more of it. */
  async regroup(transaction: Executor, context: SignedInContext, id: string, intoId: string) {
    const { row } = await this.take(transaction, context, id);
    if (id === intoId) throw new AppError('intoItself');
    const into = await this.take(transaction, context, intoId);
    if (into.disabled) throw new AppError('mergeIntoDisabled', { params: { name: into.name } });
    return { row, into, kept: await this.#takeAway(transaction, context, row) };
  }

  async unmerge(transaction: Executor, context: SignedInContext, before: unknown): Promise<Unit> {
    const { intoId, userIds, mentions } = removed.parse(before);
    const unit = await this.restore(transaction, context, before);
    if (!intoId) return unit;
    const people = await movePeopleToPosition(transaction, { from: intoId, to: unit.id, only: userIds });
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
      const params = { name: row.name, people, departments: 0, resources: 0, libraries: 0 };
      throw new AppError('unitNotEmpty', { params });
    }
    const kept = await this.#takeAway(transaction, context, row);
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
    await tellRights(transaction, this.#publisher);
    return { id: unit.id, name: values.name, version: 1, disabled: unit.disabled };
  }

  /** Out of its groups first, so that their history has it. */
  async #takeAway(transaction: Executor, context: SignedInContext, row: StoredPosition) {
    const values = positionValues(row, await listGroupsOf(transaction, { kind: 'position', id: row.id }));
    await this.#setGroups(transaction, context, row.id, []);
    return { unit: { id: row.id, values, sort: row.sort, disabled: row.disabled_at !== null } };
  }

  #setGroups(transaction: Executor, context: SignedInContext, id: string, groupIds: readonly string[]): Promise<void> {
    return setGroups(this.#members, transaction, context, { member: { kind: 'position', id }, groupIds });
  }
}
