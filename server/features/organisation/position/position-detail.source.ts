import { positionChanges, positionDetail } from '@lectern/contract/features/position.ts';
import { hasAbility } from '@lectern/contract/roles.ts';
import { AppError } from '../../../platform/app-error.ts';
import type { DetailSource } from '../../../platform/detail/detail-source.ts';
import { findPositionRecord } from './position.repository.ts';
import type { PositionService } from './position.service.ts';
import { presentPosition } from './position-list.source.ts';

/** A position as the edit lock and the activity see it. */
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
      // An old value may no longer be one that is accepted.
      if (!parsed.success) throw new AppError('nothingToRevert');
      await positions.update(context, id, { ...parsed.data, version });
    },
  };
}
