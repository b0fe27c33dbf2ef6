import { sql } from 'kysely';
import { numberOf, type Sql } from '../rollup/dimension.ts';

type Period = { of: 'resource' | 'course'; days: number; at: Date };

/** `id` and `views` of what was viewed or played in the days up to a moment, robots left out. */
export function viewedThings({ of, days, at }: Period): Sql {
  const lastDay = sql`(select (${at}::timestamptz at time zone coalesce(time_zone, 'UTC'))::date from access_state)`;
  const inDays = sql`span = 'day' and day > ${lastDay} - ${days}::integer and day <= ${lastDay}`;
  const summed =
    of === 'course'
      ? sql`select key, sum(views + plays) as views from access_rollups
          where within_key = 0 and within = 0 and dimension = ${numberOf('course')} and ${inDays} group by key`
      : sql`select resource as key, sum(views + plays) as views from access_resource_rollups where ${inDays} group by resource`;
  return sql`select access_keys.key::uuid as id, summed.views from (${summed}) summed
    join access_keys on access_keys.id = summed.key where summed.views > 0`;
}
