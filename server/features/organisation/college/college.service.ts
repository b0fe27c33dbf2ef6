import { type CollegeRow, collegeDetail, collegeFields, type NewCollege } from '@lectern/contract/features/college.ts';
import type { OrganisationEffect } from '@lectern/contract/features/organisation-effect.ts';
import { hasAbility } from '@lectern/contract/roles.ts';
import { z } from 'zod';
import { AppError } from '../../../platform/app-error.ts';
import type { Db, Executor } from '../../../platform/db/database.ts';
import type { DetailSource } from '../../../platform/detail/detail-source.ts';
import type { SignedInContext } from '../../../platform/http/request-context.ts';
import { newId } from '../../../platform/new-id.ts';
import type { EffectService } from '../effect.service.ts';
import { findCollegeRecord } from './college.repository.ts';
import type { CollegeEdit, CollegeKeeper } from './college-keeper.ts';
import { presentCollege } from './college-list.source.ts';

export class CollegeService {
  readonly #db: Db;
  readonly #keeper: CollegeKeeper;
  readonly #effects: EffectService;

  constructor(db: Db, keeper: CollegeKeeper, effects: EffectService) {
    this.#db = db;
    this.#keeper = keeper;
    this.#effects = effects;
  }

  async get(id: string): Promise<CollegeRow> {
    const record = await findCollegeRecord(this.#db, id);
    if (!record) throw new AppError('notFound');
    return presentCollege(record);
  }

  async create(context: SignedInContext, college: NewCollege): Promise<CollegeRow> {
    const id = newId();
    await this.#db.transaction().execute((transaction) => this.#keeper.add(transaction, context, college, id));
    return this.get(id);
  }

  async update(context: SignedInContext, id: string, given: CollegeEdit & { version: number }): Promise<CollegeRow> {
    const { version, ...edit } = given;
    await this.#change(context, id, version, (transaction) => this.#keeper.edit(transaction, context, id, edit));
    return this.get(id);
  }

  async place(context: SignedInContext, id: string, given: { beforeId: string | null; version: number }) {
    await this.#change(context, id, given.version, (transaction) =>
      this.#keeper.place(transaction, context, id, given.beforeId),
    );
    return this.get(id);
  }

  previewMerge(context: SignedInContext, id: string, intoId: string): Promise<OrganisationEffect> {
    return this.#effects.measure({ collegeId: id }, async (transaction) => {
      await this.#keeper.merge(transaction, context, id, intoId);
    });
  }

  #change(
    context: SignedInContext,
    id: string,
    version: number,
    change: (transaction: Executor) => Promise<unknown>,
  ): Promise<void> {
    return this.#db.transaction().execute(async (transaction) => {
      const unit = await this.#keeper.take(transaction, context, id);
      if (unit.version !== version) throw new AppError('changedMeanwhile');
      await change(transaction);
    });
  }
}

const collegeChanges = z.strictObject(collegeFields).partial();

/** Connects colleges to edit locks and activity history. */
export function collegeDetailSource(colleges: Pick<CollegeService, 'update'>): DetailSource {
  return {
    detail: collegeDetail,
    async find(db, principal, id) {
      const record = await findCollegeRecord(db, id);
      if (!record) return undefined;
      const { code, name, shortName, contact, description, version } = presentCollege(record);
      const mayEdit = hasAbility(principal.roleId, collegeDetail.ability);
      return { version, mayEdit, values: { code, name, shortName, contact, description } };
    },
    async change(context, id, values, version) {
      const parsed = collegeChanges.safeParse(values);
      // Validation rules may have changed since the old value was saved.
      if (!parsed.success) throw new AppError('nothingToRevert');
      await colleges.update(context, id, { ...parsed.data, version });
    },
  };
}
