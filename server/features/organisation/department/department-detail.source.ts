import { departmentDetail, departmentFields } from '@lectern/contract/features/department.ts';
import { hasAbility } from '@lectern/contract/roles.ts';
import { z } from 'zod';
import { AppError } from '../../../platform/app-error.ts';
import type { DetailSource } from '../../../platform/detail/detail-source.ts';
import { departmentValues, placeOf } from './department.presenter.ts';
import { findDepartment } from './department.repository.ts';
import type { DepartmentService } from './department.service.ts';

const changes = z.strictObject({ ...departmentFields, collegeId: z.uuid(), parentId: z.uuid().nullable() }).partial();

/** A department as the edit lock and the activity see it. */
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
      const parsed = changes.safeParse(values);
      // An old value may no longer be one that is accepted.
      if (!parsed.success) throw new AppError('nothingToRevert');
      await departments.update(context, id, { ...parsed.data, version });
    },
  };
}
