import { sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';
import type { SettingsService } from '../settings/settings.service.ts';

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
