import type { Days } from '@lectern/contract/statistics/figure.ts';
import { sql } from 'kysely';
import type { Executor } from '../../../platform/db/database.ts';
import type { Library } from '../holding/holding.repository.ts';

/** How many of the resources that somebody sees became a favourite on the days of each period, and still are one. */
export async function countFavourites(
  db: Executor,
  { shown, timeZone }: Pick<Library, 'shown' | 'timeZone'>,
  periods: readonly Days[],
): Promise<number[]> {
  const { rows } = await sql<{ count: number }>`
    select count(starred.resource_id) as count
    from unnest(${periods.map(({ from }) => from)}::date[], ${periods.map(({ to }) => to)}::date[])
      with ordinality as periods (since, until, place)
    left join lateral (
      select distinct favourites.resource_id from favourites
      join resources on resources.id = favourites.resource_id
      where favourites.created_at >= periods.since::timestamp at time zone ${timeZone}
        and favourites.created_at < (periods.until + 1)::timestamp at time zone ${timeZone} and ${shown}) starred on true
    group by periods.place order by periods.place`.execute(db);
  return rows.map(({ count }) => count);
}
