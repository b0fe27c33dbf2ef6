import { reviewPath } from '@lectern/contract/features/review.ts';
import { sql } from 'kysely';
import { AppError } from '../../platform/app-error.ts';
import type { Executor } from '../../platform/db/database.ts';
import type { SettingsService } from '../settings/settings.service.ts';
import type { LockedResource } from './resource.repository.ts';

/** Whether sensitive words were found that somebody has to decide about before it is published. */
export type HoldsPublication = (db: Executor, resourceId: string) => Promise<boolean>;

export function publicationHold(settings: Pick<SettingsService, 'current'>): HoldsPublication {
  return async (db, resourceId) => {
    const { reviewHoldsPublication } = await settings.current();
    if (!reviewHoldsPublication) return false;
    const { rows } = await sql`
      select from sensitive_hits
      where resource_id = ${resourceId} and state = 'open' and severity in ('review', 'block') limit 1`.execute(db);
    return rows.length > 0;
  };
}

/** Where words were found that somebody has to decide about, their review comes first: now, and for a time to come. */
export async function requireDecided(
  transaction: Executor,
  holds: HoldsPublication,
  resource: LockedResource,
): Promise<void> {
  if (!(await holds(transaction, resource.id))) return;
  throw new AppError('hitsFirst', { details: { link: reviewPath(resource) } });
}
