import { reviewPath } from '@lectern/contract/features/review.ts';
import { sql } from 'kysely';
import { AppError } from '../../platform/app-error.ts';
import type { Executor } from '../../platform/db/database.ts';
import { isUncovered } from '../../platform/masks/is-uncovered.ts';
import type { SettingsService } from '../settings/settings.service.ts';
import type { LockedResource } from './resource.repository.ts';

/** What stands in the way of its publication: words that somebody has to decide about, or masks that nothing covers yet. */
export type Hold = 'hits' | 'masks';
export type HoldsPublication = (db: Executor, resourceId: string) => Promise<Hold | null>;

export function publicationHold(settings: Pick<SettingsService, 'current'>): HoldsPublication {
  return async (db, resourceId) => {
    if (await isUncovered(db, resourceId)) return 'masks';
    const { reviewHoldsPublication } = await settings.current();
    if (!reviewHoldsPublication) return null;
    const { rows } = await sql`
      select from sensitive_hits
      where resource_id = ${resourceId} and state = 'open' and severity in ('review', 'block') limit 1`.execute(db);
    return rows.length > 0 ? 'hits' : null;
  };
}

/** Where words were found that somebody has to decide about, their review comes first: now, and for a time to come. */
export async function requireDecided(
  transaction: Executor,
  holds: HoldsPublication,
  resource: LockedResource,
): Promise<void> {
  const hold = await holds(transaction, resource.id);
  if (hold)
    throw new AppError(hold === 'hits' ? 'hitsFirst' : 'masksFirst', { details: { link: reviewPath(resource) } });
}
