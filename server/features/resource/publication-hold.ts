import { reviewPath } from '@lectern/contract/features/review.ts';
import { sql } from 'kysely';
import { AppError } from '../../platform/app-error.ts';
import type { Executor } from '../../platform/db/database.ts';
import { isUncovered } from '../review/public.ts';
import type { SettingsService } from '../settings/public.ts';
import type { LockedResource } from './resource.repository.ts';

/** Why a resource can’t be published: unreviewed matches, or masks not applied yet. */
type Hold = 'matches' | 'masks';
export type HoldsPublication = (db: Executor, resourceId: string) => Promise<Hold | null>;

export function publicationHold(settings: Pick<SettingsService, 'current'>): HoldsPublication {
  return async (db, resourceId) => {
    if (await isUncovered(db, resourceId)) return 'masks';
    const { reviewHoldsPublication } = await settings.current();
    if (!reviewHoldsPublication) return null;
    const { rows } = await sql`
      select from sensitive_hits
      where resource_id = ${resourceId} and state = 'open' and severity in ('review', 'block') limit 1`.execute(db);
    return rows.length > 0 ? 'matches' : null;
  };
}

/** Whether the published summary, which visitors see with the resource, is out of date. */
export async function isSummaryOutOfDate(db: Executor, resourceId: string): Promise<boolean> {
  const { rows } = await sql`
    select from summaries where resource_id = ${resourceId} and state = 'published'
      and source_sha256 <> summary_source(${resourceId}) limit 1`.execute(db);
  return rows.length > 0;
}

export async function requireSummaryUpToDate(db: Executor, resourceId: string): Promise<void> {
  if (await isSummaryOutOfDate(db, resourceId)) throw new AppError('summaryOutOfDate');
}

/** Rejects publishing or scheduling a resource whose matches are not reviewed or whose masks are not applied. */
export async function requireDecided(
  transaction: Executor,
  holds: HoldsPublication,
  resource: LockedResource,
): Promise<void> {
  const hold = await holds(transaction, resource.id);
  if (hold)
    throw new AppError(hold === 'matches' ? 'hitsFirst' : 'masksFirst', { details: { link: reviewPath(resource) } });
}
