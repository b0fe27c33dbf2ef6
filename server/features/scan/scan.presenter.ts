import type { RescanRow } from '@lectern/contract/features/scan.ts';
import type { RescanRecord } from './rescan.repository.ts';

export function presentRescan(rescan: RescanRecord): RescanRow {
  const { id, kind, state, changes, total, done, flagged, cleared, cause } = rescan;
  return {
    ...{ id, kind, state, changes, total, done, flagged, cleared, cause },
    requestedBy: rescan.requested_by,
    createdAt: rescan.created_at.toISOString(),
    startedAt: rescan.started_at?.toISOString() ?? null,
    finishedAt: rescan.finished_at?.toISOString() ?? null,
  };
}
