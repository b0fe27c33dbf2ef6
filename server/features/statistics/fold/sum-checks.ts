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
  {
    what: 'lists of the resources with most that do not say what their month has',
    query: sql`
      select distinct to_char(told.day, 'YYYY-MM') as wrong from (
        select day, lists.whole as listed, sums.whole as summed from (
          select day, department, whole from access_top_spans where span = 'month' and measure = 'views' and whole > 0) lists
        full join (
          select day, department, sum(views) as whole from (
            select day, 0 as department, views from access_resource_months where resource <> 0
            union all select day, department, views from access_resource_months where resource <> 0 and department <> 0) used
          group by day, department having sum(views) > 0) sums using (day, department)) told
      where told.listed is distinct from told.summed
        -- Those that are about to be made anew may be behind.
        and exists (select from access_top_spans made where made.span = 'month' and made.day = told.day and made.department = 0)
        and not exists (select from access_unsettled_spans unsettled where unsettled.span = 'month' and unsettled.day = told.day)
        and not exists (select from access_unsettled_days unsettled where date_trunc('month', unsettled.day)::date = told.day)`,
  },
];
