import { type RawBuilder, sql } from 'kysely';
import { dimensionNumbers } from '../fold/cell.ts';

type Span = { of: 'resource' | 'course'; days: number; at: Date };

/**
 * What was viewed or played in the days up to a moment, its own day among them, as rows of `id` and `views`. By the sums of
 * days: they count nobody twice and no robots, and take in what came a second ago.
 */
export function viewedThings({ of, days, at }: Span): RawBuilder<unknown> {
  const lastDay = sql`(select (${at}::timestamptz at time zone coalesce(time_zone, 'UTC'))::date from access_fold)`;
  const inDays = sql`day > ${lastDay} - ${days}::integer and day <= ${lastDay}`;
  const summed =
    of === 'course'
      ? sql`select key, sum(views + plays) as views from access_days
          where within_key = 0 and within = 0 and dimension = ${sql.lit(dimensionNumbers.course)} and ${inDays} group by key`
      : sql`select resource as key, sum(views + plays) as views from access_resource_days where ${inDays} group by resource`;
  return sql`select access_keys.key::uuid as id, summed.views from (${summed}) summed
    join access_keys on access_keys.id = summed.key where summed.views > 0`;
}
