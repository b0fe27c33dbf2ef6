import { mayOpenPath } from '@lectern/contract/access.ts';
import type { ResourceScan } from '@lectern/contract/features/scan.ts';
import { hasAbility } from '@lectern/contract/roles.ts';
import type { Db, Executor } from '../../platform/db/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { isUncovered } from '../review/public.ts';
import type { SettingsService } from '../settings/public.ts';
import { findScanView } from './scans.repository.ts';

type Dependencies = {
  db: Db;
  settings: Pick<SettingsService, 'current'>;
  /** Throws if this person may not read it. */
  requireReadable(db: Executor, principal: Principal, resourceId: string): Promise<{ in_scope: boolean }>;
};

const reviewPage = '/app/sensitive/resource';

/** The scan status of a resource as every reader sees it, without words or text. */
export class ScanViewService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  async ofResource({ principal }: SignedInContext, resourceId: string): Promise<ResourceScan | null> {
    const { db, settings, requireReadable } = this.#dependencies;
    const { in_scope: inScope } = await requireReadable(db, principal, resourceId);
    const scan = await findScanView(db, resourceId);
    if (!scan) return null;
    const { reviewHoldsPublication } = await settings.current();
    const { severity, open_hits: openHits, returned_at: returnedAt } = scan;
    const isHeldByMatches = openHits > 0 && (severity === 'block' || (severity === 'review' && reviewHoldsPublication));
    const isReturned = scan.review_state === 'returned' && returnedAt !== null;
    return {
      scannedAt: scan.scanned_at.toISOString(),
      stale: scan.stale,
      severity: openHits > 0 ? severity : null,
      openHits,
      holdsPublication: isHeldByMatches || (scan.masked && (await isUncovered(db, resourceId))),
      returned: isReturned ? { why: scan.returned_why ?? '', at: returnedAt.toISOString() } : null,
      masked: scan.masked,
      mayReview: inScope && hasAbility(principal.roleId, 'editor') && mayOpenPath(principal, reviewPage),
    };
  }
}
