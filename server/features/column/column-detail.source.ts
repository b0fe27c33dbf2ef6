import { columnDetail, columnFields } from '@lectern/contract/features/column.ts';
import { hasAbility } from '@lectern/contract/roles.ts';
import { z } from 'zod';
import { AppError } from '../../platform/app-error.ts';
import type { DetailSource } from '../../platform/detail/detail-source.ts';
import { columnValues } from './column.presenter.ts';
import { findColumn } from './column.repository.ts';
import type { ColumnTreeService } from './column-tree.service.ts';

const changes = z.strictObject(columnFields).partial();

/** A column as the edit lock and the activity see it. */
export function columnDetailSource(tree: Pick<ColumnTreeService, 'update'>): DetailSource {
  return {
    detail: columnDetail,
    async find(db, principal, id) {
      const column = await findColumn(db, id);
      if (!column) return undefined;
      return {
        version: column.version,
        mayEdit: hasAbility(principal.roleId, columnDetail.ability),
        values: columnValues(column),
      };
    },
    async change(context, id, values, version) {
      const parsed = changes.safeParse(values);
      // An old value may no longer be one that is accepted.
      if (!parsed.success) throw new AppError('nothingToRevert');
      await tree.update(context, id, { ...parsed.data, version });
    },
  };
}
