import { type RawBuilder, sql } from 'kysely';
import { measureColumns } from './cell.ts';

const summed = sql.join(measureColumns.map((name) => sql`sum(${sql.id(name)}) as ${sql.id(name)}`));
const differs = (one: string, other: string): RawBuilder<unknown> =>
  sql.join(
    measureColumns.map((name) => sql`${sql.id(one)}.${sql.id(name)} is distinct from ${sql.id(other)}.${sql.id(name)}`),
    sql` or `,
  );

/** Cheap at any size, since only sums are compared with sums; `stats:rebuild -- --verify` asks the events themselves. */
export const sumChecks: readonly { what: string; query: RawBuilder<unknown> }[] = [
  {
    what: 'months of the statistics that are not the sum of their days',
    query: sql`
      select to_char(month, 'YYYY-MM') as wrong from (
        select date_trunc('month', day)::date as month, ${summed} from access_days
        where key in (0, -1) and within = 0 group by 1) days
      full join (select day as month, ${summed} from access_months where key in (0, -1) and within = 0 group by 1) months
        using (month)
      where ${differs('days', 'months')}`,
  },
  {
    what: 'days of the statistics that are not the sum of their hours',
    query: sql`
      select coalesce(days.day, hours.day)::text as wrong from (
        select day, ${summed} from access_days where key = 0 and within = 0 group by day) days
      full join (
        select (hour at time zone (select coalesce(time_zone, 'UTC') from access_fold))::date as day, ${summed}
        from access_hours where key = 0 group by 1) hours on hours.day = days.day
      where ${differs('days', 'hours')}`,
  },
];
