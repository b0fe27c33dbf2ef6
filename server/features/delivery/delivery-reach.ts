import { sql } from 'kysely';
import { isPublicResource } from '../publication/public.ts';
import { keptBy, readable } from '../resource/public.ts';
import { seesOriginal } from '../review/public.ts';
import type { DeliveryService } from './delivery.service.ts';

type Conditions = Omit<ConstructorParameters<typeof DeliveryService>[0], 'db'>;

/** What people reach in the back office. */
export const ownReach: Conditions = { readable, keeps: keptBy, original: seesOriginal };

/** What every member of the campus gets from the portal, as far as this person may read it. Never an original. */
export function campusReach(timeZone: string): Conditions {
  const isPublic = isPublicResource({ audience: 'campus', timeZone });
  return { readable: (principal) => sql`(${readable(principal)} and ${isPublic})`, keeps: nothing, original: nothing };
}

function nothing() {
  return sql`false`;
}
