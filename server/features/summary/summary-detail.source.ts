import { summaryDetail } from '@lectern/contract/features/summary.ts';
import { AppError } from '../../platform/app-error.ts';
import type { DetailSource } from '../../platform/detail/detail-source.ts';
import { movesOf } from './summary.policy.ts';
import { findRow } from './summary-view.service.ts';

/** A summary as the lock and the activity see it. Its results are all kept: one goes back to one of them by adopting it. */
export const summaryDetailSource: DetailSource = {
  detail: summaryDetail,
  async find(db, principal, id) {
    const row = await findRow(db, principal, id);
    return row && { version: row.version, mayEdit: movesOf(principal, row).includes('edit'), values: {} };
  },
  change: () => Promise.reject(new AppError('nothingToRevert')),
};
