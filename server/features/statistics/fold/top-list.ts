import { type AccessMeasure, accessMeasures } from '@lectern/contract/statistics/access-dimension.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../../platform/db/database.ts';
import { measureOrder } from '../figures/measure.ts';
import { dimensionNumbers, sumsOfSums } from './cell.ts';
import { lastDayOf, type Span } from './span.ts';

type Sql = RawBuilder<unknown>;

export type TopSpan = Span | { span: 'day'; day: string };

/** Long enough that what is not in them has little; of each department shorter ones, and none of days: those are few rows. */
const listed = { day: 200, week: 300, month: 400, quarter: 500 };
const listedOfDepartment = { day: 0, week: 50, month: 60, quarter: 60 };
/** Whether departments have lists of such a span. */
export function isListedByDepartment({ span }: TopSpan): boolean {
  return listedOfDepartment[span] > 0;
}

/** Whose sums make up those of a span. */
const sums = {
  day: 'access_resource_days',
  week: 'access_resource_days',
  month: 'access_resource_months',
  quarter: 'access_resource_months',
};

/** Puts the resources in order that had most of each measure in a day or a span of days: of all, and of each department. */
export async function listTops(transaction: Executor, list: TopSpan): Promise<void> {
  const { span, day } = list;
  await sql`delete from access_tops where span = ${span} and day = ${day}::date`.execute(transaction);
  await sql`delete from access_top_spans where span = ${span} and day = ${day}::date`.execute(transaction);
  const last = list.span === 'day' ? day : lastDayOf(list);
  const summed = (department: Sql, grouped: Sql) => sql`select resource, ${department} as department, ${sumsOfSums}
    from ${sql.table(sums[span])} where day between ${day}::date and ${last}::date and resource <> 0 ${grouped}`;
  const viewed =
    span === 'day'
      ? sql`select key as resource, viewers from access_viewers where day + 0 = ${day}::date and within = 0
          and dimension = ${sql.lit(dimensionNumbers.resource)}`
      : sql`select key as resource, viewers from access_viewer_spans where span = ${span} and day + 0 = ${day}::date
          and within = 0 and dimension = ${sql.lit(dimensionNumbers.resource)}`;
  const amounts = accessMeasures.map((measure) => amountsOf(measure));
  const most = sql`case department when 0 then ${sql.lit(listed[span])} else ${sql.lit(listedOfDepartment[span])} end`;
  await sql`with summed as materialized (
      ${summed(sql`0`, sql`group by resource`)}
      ${
        isListedByDepartment(list)
          ? sql`union all ${summed(sql`department`, sql`and department <> 0 group by resource, department`)}`
          : sql``
      }),
    -- Who saw something of a department saw it: nobody has more people there than at all.
    viewed as materialized (select resource, summed.department, viewers from (${viewed}) viewed join summed using (resource)),
    placed as materialized (
      select amounts.*, row_number() over (partition by measure, department order by amount desc, resource) > ${most} as beyond
      from (${sql.join(amounts, sql` union all `)}) amounts),
    lists as (
      insert into access_tops (span, day, measure, department, resource, amount)
      select ${span}, ${day}::date, measure, department, resource, amount from placed where not beyond)
    insert into access_top_spans (span, day, measure, department, whole, beyond)
    select ${span}, ${day}::date, measure, department, sum(amount), coalesce(max(amount) filter (where beyond), 0)
    from (select measure, department, amount, beyond from placed
      -- That a list was made is told also where there was nothing to list.
      union all select measure, 0, 0, false from unnest(${[...accessMeasures]}::text[]) as measures (measure)) told
    group by measure, department`.execute(transaction);
}

function amountsOf(measure: AccessMeasure) {
  const name = sql.lit(measure);
  if (measure === 'viewers')
    return sql`select ${name} as measure, department, resource, viewers::bigint as amount from viewed`;
  const amount = measureOrder[measure];
  return sql`select ${name} as measure, department, resource, ${amount}::bigint as amount from summed where ${amount} > 0`;
}
