import type { OrganisationEffect } from '@lectern/contract/features/organisation-effect.ts';
import {
  type NewPosition,
  type PositionRow,
  positionChanges,
  positionDetail,
} from '@lectern/contract/features/position.ts';
import { hasAbility } from '@lectern/contract/roles.ts';
import { AppError } from '../../../platform/app-error.ts';
import type { Db, Executor } from '../../../platform/db/database.ts';
import type { DetailSource } from '../../../platform/detail/detail-source.ts';
import type { SignedInContext } from '../../../platform/http/request-context.ts';
import { newId } from '../../../platform/new-id.ts';
import type { EffectService } from '../effect.service.ts';
import { listGroupNames } from '../group-members.ts';
import { findPositionRecord } from './position.repository.ts';
import { presentPosition } from './position-list.source.ts';
import type { PositionEdit, PositionKeeper, PositionRemoval } from './position-removal.ts';

type PositionDependencies = { db: Db; keeper: PositionKeeper; removal: PositionRemoval; effects: EffectService };

export class PositionService {
  readonly #dependencies: PositionDependencies;

  constructor(dependencies: PositionDependencies) {
    this.#dependencies = dependencies;
  }

  async get(id: string): Promise<PositionRow> {
    const record = await findPositionRecord(this.#dependencies.db, id);
    if (!record) throw new AppError('notFound');
    return presentPosition(record);
  }

  listGroups(): Promise<{ id: string; name: string }[]> {
    return listGroupNames(this.#dependencies.db);
  }

  async create(context: SignedInContext, position: NewPosition): Promise<PositionRow> {
    const { db, keeper } = this.#dependencies;
    const id = newId();
    await db.transaction().execute((transaction) => keeper.add(transaction, context, position, id));
    return this.get(id);
  }

  async update(context: SignedInContext, id: string, given: PositionEdit & { version: number }): Promise<PositionRow> {
    const { version, ...edit } = given;
    const { db, keeper } = this.#dependencies;
    await db.transaction().execute(async (transaction) => {
      await this.#requireVersion(transaction, context, id, version);
      await keeper.edit(transaction, context, id, edit);
    });
    return this.get(id);
  }

  previewUpdate(
    context: SignedInContext,
    id: string,
    { version, ...edit }: PositionEdit & { version: number },
  ): Promise<OrganisationEffect> {
    const { effects, keeper } = this.#dependencies;
    return effects.measure({ positionId: id }, async (transaction) => {
      await this.#requireVersion(transaction, context, id, version);
      await keeper.edit(transaction, context, id, edit);
    });
  }

  async place(context: SignedInContext, id: string, given: { beforeId: string | null; version: number }) {
    const { db, keeper } = this.#dependencies;
    await db.transaction().execute(async (transaction) => {
      await this.#requireVersion(transaction, context, id, given.version);
      await keeper.place(transaction, context, id, given.beforeId);
    });
    return this.get(id);
  }

  previewMerge(context: SignedInContext, id: string, intoId: string): Promise<OrganisationEffect> {
    const { effects, removal } = this.#dependencies;
    const merge = async (transaction: Executor) => {
      await removal.regroup(transaction, context, id, intoId);
    };
    return effects.measure({ positionId: id }, merge, { of: 'position', from: id, to: intoId });
  }

  async #requireVersion(transaction: Executor, context: SignedInContext, id: string, version: number): Promise<void> {
    const unit = await this.#dependencies.keeper.take(transaction, context, id);
    if (unit.version !== version) throw new AppError('changedMeanwhile');
  }
}

/** Connects positions to edit locks and activity history. */
export function positionDetailSource(positions: Pick<PositionService, 'update'>): DetailSource {
  return {
    detail: positionDetail,
    async find(db, principal, id) {
      const record = await findPositionRecord(db, id);
      if (!record) return undefined;
      const { name, roleId, dataScope, description, groups, version } = presentPosition(record);
      const mayEdit = hasAbility(principal.roleId, positionDetail.ability) && roleId >= principal.roleId;
      const groupIds = groups.map((group) => group.id).sort();
      return { version, mayEdit, values: { name, roleId, dataScope, description, groupIds } };
    },
    async change(context, id, values, version) {
      const parsed = positionChanges.safeParse(values);
      // Validation rules may have changed since the old value was saved.
      if (!parsed.success) throw new AppError('nothingToRevert');
      await positions.update(context, id, { ...parsed.data, version });
    },
  };
}
