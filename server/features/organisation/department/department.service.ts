import {
  type DepartmentMove,
  type DepartmentRow,
  type DepartmentTree,
  departmentDetail,
  departmentFields,
  type NewDepartment,
} from '@lectern/contract/features/department.ts';
import type { OrganisationEffect } from '@lectern/contract/features/organisation-effect.ts';
import { hasAbility } from '@lectern/contract/roles.ts';
import { z } from 'zod';
import { AppError } from '../../../platform/app-error.ts';
import type { Db, Executor } from '../../../platform/db/database.ts';
import type { DetailSource } from '../../../platform/detail/detail-source.ts';
import type { SignedInContext } from '../../../platform/http/request-context.ts';
import { newId } from '../../../platform/new-id.ts';
import type { EffectService } from '../effect.service.ts';
import { departmentValues, placeOf, presentDepartment } from './department.presenter.ts';
import { findDepartment, listCollegesInOrder, listDepartmentRecords } from './department.repository.ts';
import type { DepartmentEdit, DepartmentKeeper } from './department-keeper.ts';
import type { DepartmentRemoval } from './department-removal.ts';

type DepartmentDependencies = {
  db: Db;
  keeper: DepartmentKeeper;
  removal: DepartmentRemoval;
  effects: EffectService;
};

export class DepartmentService {
  readonly #dependencies: DepartmentDependencies;

  constructor(dependencies: DepartmentDependencies) {
    this.#dependencies = dependencies;
  }

  async tree(): Promise<DepartmentTree> {
    const { db } = this.#dependencies;
    const [colleges, departments] = await Promise.all([listCollegesInOrder(db), listDepartmentRecords(db)]);
    return {
      colleges: colleges.map(({ disabled_at, ...college }) => ({ ...college, disabled: disabled_at !== null })),
      departments: departments.map(presentDepartment),
    };
  }

  async get(id: string): Promise<DepartmentRow> {
    const [record] = await listDepartmentRecords(this.#dependencies.db, id);
    if (!record) throw new AppError('notFound');
    return presentDepartment(record);
  }

  async create(context: SignedInContext, department: NewDepartment): Promise<DepartmentRow> {
    const { db, keeper } = this.#dependencies;
    const id = newId();
    await db.transaction().execute((transaction) => keeper.add(transaction, context, department, id));
    return this.get(id);
  }

  /** A revert may change the place too, which moves the department. */
  async update(
    context: SignedInContext,
    id: string,
    given: DepartmentEdit & Partial<Pick<DepartmentMove, 'collegeId' | 'parentId'>> & { version: number },
  ): Promise<DepartmentRow> {
    const { version, collegeId, parentId, ...edit } = given;
    await this.#change(context, id, version, async (transaction) => {
      await this.#dependencies.keeper.edit(transaction, context, id, edit);
      if (collegeId === undefined && parentId === undefined) return;
      const { row } = await this.#dependencies.keeper.take(transaction, context, id);
      await this.#dependencies.keeper.move(transaction, context, id, {
        collegeId: collegeId ?? row.college_id,
        parentId: parentId === undefined ? row.parent_id : parentId,
        beforeId: null,
      });
    });
    return this.get(id);
  }

  async move(context: SignedInContext, id: string, { version, ...place }: DepartmentMove): Promise<DepartmentRow> {
    await this.#change(context, id, version, (transaction) =>
      this.#dependencies.keeper.move(transaction, context, id, place),
    );
    return this.get(id);
  }

  previewMove(
    context: SignedInContext,
    id: string,
    { version, ...place }: DepartmentMove,
  ): Promise<OrganisationEffect> {
    const { effects, keeper } = this.#dependencies;
    return effects.measure({ departmentId: id }, async (transaction) => {
      await this.#requireVersion(transaction, context, id, version);
      await keeper.move(transaction, context, id, place);
    });
  }

  previewMerge(context: SignedInContext, id: string, intoId: string): Promise<OrganisationEffect> {
    const { effects, removal } = this.#dependencies;
    const merge = async (transaction: Executor) => {
      await removal.regroup(transaction, context, id, intoId);
    };
    return effects.measure({ departmentId: id }, merge, { of: 'department', from: id, to: intoId });
  }

  #change(
    context: SignedInContext,
    id: string,
    version: number,
    change: (transaction: Executor) => Promise<unknown>,
  ): Promise<void> {
    return this.#dependencies.db.transaction().execute(async (transaction) => {
      await this.#requireVersion(transaction, context, id, version);
      await change(transaction);
    });
  }

  async #requireVersion(transaction: Executor, context: SignedInContext, id: string, version: number): Promise<void> {
    const unit = await this.#dependencies.keeper.take(transaction, context, id);
    if (unit.version !== version) throw new AppError('changedMeanwhile');
  }
}

const departmentChanges = z
  .strictObject({ ...departmentFields, collegeId: z.uuid(), parentId: z.uuid().nullable() })
  .partial();

/** Connects departments to edit locks and activity history. */
export function departmentDetailSource(departments: Pick<DepartmentService, 'update'>): DetailSource {
  return {
    detail: departmentDetail,
    async find(db, principal, id) {
      const row = await findDepartment(db, id);
      if (!row) return undefined;
      const mayEdit = hasAbility(principal.roleId, departmentDetail.ability);
      return { version: row.version, mayEdit, values: { ...departmentValues(row), ...placeOf(row) } };
    },
    async change(context, id, values, version) {
      const parsed = departmentChanges.safeParse(values);
      // Validation rules may have changed since the old value was saved.
      if (!parsed.success) throw new AppError('nothingToRevert');
      await departments.update(context, id, { ...parsed.data, version });
    },
  };
}
