import { collegeDetail, collegeFields } from '@lectern/contract/features/college.ts';
import { hasAbility } from '@lectern/contract/roles.ts';
import { z } from 'zod';
import { AppError } from '../../../platform/app-error.ts';
import type { DetailSource } from '../../../platform/detail/detail-source.ts';
import { findCollegeRecord } from './college.repository.ts';
import type { CollegeService } from './college.service.ts';
import { presentCollege } from './college-list.source.ts';

const changes = z.strictObject(collegeFields).partial();

/** A college as the edit lock and the activity see it. */
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
      const parsed = changes.safeParse(values);
      // An old value may no longer be one that is accepted.
      if (!parsed.success) throw new AppError('nothingToRevert');
      await colleges.update(context, id, { ...parsed.data, version });
    },
  };
}
