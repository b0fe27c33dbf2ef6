import type { Days } from '@lectern/contract/statistics/figure.ts';
import { sql } from 'kysely';
import type { Executor } from '../../../platform/db/database.ts';
import type { Library } from './holding.repository.ts';

/** How many of the resources that somebody sees became a favourite on the days of each period, and still are one. */
export async function countFavourites(
  db: Executor,
  { shown, timeZone }: Pick<Library, 'shown' | 'timeZone'>,
  periods: readonly Days[],
): Promise<number[]> {
  // Asked as the list is that the figure opens: which resources first, then whether they are shown, each once.
  const counts = periods.map(
    ({ from, to }, place) => sql`select ${sql.lit(place)}::integer as place, count(*) as count from resources
      where resources.id in (select favourites.resource_id from favourites
        where favourites.created_at >= (${from}::date)::timestamp at time zone ${timeZone}
          and favourites.created_at < (${to}::date + 1)::timestamp at time zone ${timeZone}) and ${shown}`,
  );
  const { rows } = await sql<{ count: number }>`${sql.join(counts, sql` union all `)} order by place`.execute(db);
  return rows.map(({ count }) => count);
}
