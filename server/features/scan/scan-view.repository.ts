import type { Severity } from '@lectern/contract/features/scan.ts';
import { sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';

type ScanViewRecord = {
  scanned_at: Date;
  stale: boolean;
  severity: Severity | null;
  open_hits: number;
  review_state: string | null;
  returned_why: string | null;
  returned_at: Date | null;
  masked: boolean;
};

/** Undefined: it was never scanned. */
export async function findScanView(db: Executor, resourceId: string): Promise<ScanViewRecord | undefined> {
  const { rows } = await sql<ScanViewRecord>`
    select scan.scanned_at, review.severity, coalesce(review.open_hits, 0) as open_hits, review.state as review_state,
      review.returned_why, review.returned_at,
      exists (select from sensitive_masks where resource_id = scan.resource_id) as masked,
      exists (select from sensitive_scan_wishes where resource_id = scan.resource_id)
        or exists (select from sensitive_rescan_items where resource_id = scan.resource_id and not done) as stale
    from sensitive_scans scan left join sensitive_reviews review on review.resource_id = scan.resource_id
    where scan.resource_id = ${resourceId}`.execute(db);
  return rows[0];
}
