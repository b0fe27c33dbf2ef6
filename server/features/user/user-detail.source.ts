import { userFields } from '@lectern/contract/features/user.ts';
import { userDetail } from '@lectern/contract/features/user-detail.ts';
import { z } from 'zod';
import { AppError } from '../../platform/app-error.ts';
import type { DetailSource } from '../../platform/detail/detail-source.ts';
import { mayManageRole } from './user.policy.ts';
import { findUserRecord } from './user.repository.ts';
import type { UserService } from './user.service.ts';

const changes = z.strictObject(userFields).partial();

/** A user as the edit lock and the activity see it. */
export function userDetailSource(users: Pick<UserService, 'update'>): DetailSource {
  return {
    detail: userDetail,
    async find(db, principal, id) {
      const user = await findUserRecord(db, id, principal);
      if (!user) return undefined;
      return {
        version: user.version,
        mayEdit: mayManageRole(principal.roleId, user.role_id),
        values: {
          name: user.name,
          email: user.email,
          phone: user.phone,
          roleId: user.role_id,
          departmentId: user.department_id,
          positionId: user.position_id,
        },
      };
    },
    async change(context, id, values, version) {
      const parsed = changes.safeParse(values);
      // An old value may no longer be one that is accepted.
      if (!parsed.success) throw new AppError('nothingToRevert');
      await users.update(context, id, { ...parsed.data, version });
    },
  };
}
