import { sql } from 'kysely';
import { wrongCounts } from './course-check.repository.ts';

/**
 * What is counted of courses is what is so. Those with resources whose times come by themselves are left to the clock of
 * the platform: whoever looks here does not know its time zone.
 */
export const courseCheck = sql`select found.wrong from (${wrongCounts({ audience: 'campus', timeZone: 'UTC' })}) found
  where not exists (
    select from chapter_resources items join resources on resources.id = items.resource_id
    where items.course_id = found.id
      and (resources.publish_at is not null or resources.offline_at is not null or resources.licence_until is not null))`;
