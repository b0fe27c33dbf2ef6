import { type AccessMeasure, accessMeasures } from '@lectern/contract/statistics/access-dimension.ts';
import { sql } from 'kysely';
import type { Executor } from '../../../platform/db/database.ts';
import { measureOrder } from '../figures/measure.ts';
import { dimensionNumbers, sumsOfSums } from './cell.ts';
import { lastDayOf, type Span } from './span.ts';

export type TopSpan = Span | { span: 'day'; day: string };

/** Long enough that what is not in them has little. */
const listed = { day: 300, week: 600, month: 1_000, quarter: 1_500 };
/** Whose sums make up those of a span. */
const sums = {
  day: 'access_resource_days',
  week: 'access_resource_days',
  month: 'access_resource_months',
  quarter: 'access_resource_months',
};

/** Puts the resources in order that had most of each measure in a day or a span of days. */
export async function listTops(transaction: Executor, list: TopSpan): Promise<void> {
  const { span, day } = list;
  await sql`delete from access_tops where span = ${span} and day = ${day}::date`.execute(transaction);
  await sql`delete from access_top_spans where span = ${span} and day = ${day}::date`.execute(transaction);
  const last = list.span === 'day' ? day : lastDayOf(list);
  const summed = sql`select resource, ${sumsOfSums} from ${sql.table(sums[span])}
    where day between ${day}::date and ${last}::date and resource <> 0 group by resource`;
  const viewed =
    span === 'day'
      ? sql`select key as resource, viewers from access_viewers where day + 0 = ${day}::date and within = 0
          and dimension = ${sql.lit(dimensionNumbers.resource)}`
      : sql`select key as resource, viewers from access_viewer_spans where span = ${span} and day + 0 = ${day}::date
          and within = 0 and dimension = ${sql.lit(dimensionNumbers.resource)}`;
  const amounts = accessMeasures.map((measure) => amountsOf(measure));
  const most = sql.lit(listed[span]);
  await sql`with summed as materialized (${summed}), viewed as materialized (${viewed}),
    placed as materialized (
      select amounts.*, row_number() over (partition by measure order by amount desc, resource) as place
      from (${sql.join(amounts, sql` union all `)}) amounts),
    lists as (
      insert into access_tops (span, day, measure, resource, amount)
      select ${span}, ${day}::date, measure, resource, amount from placed where place <= ${most})
    insert into access_top_spans (span, day, measure, whole, beyond)
    select ${span}, ${day}::date, measures.measure, coalesce(sum(amount), 0),
      coalesce(max(amount) filter (where place > ${most}), 0)
    from unnest(${[...accessMeasures]}::text[]) as measures (measure) left join placed on placed.measure = measures.measure
    group by 3`.execute(transaction);
}

function amountsOf(measure: AccessMeasure) {
  const name = sql.lit(measure);
  if (measure === 'viewers') return sql`select ${name} as measure, resource, viewers::bigint as amount from viewed`;
  const amount = measureOrder[measure];
  return sql`select ${name} as measure, resource, ${amount}::bigint as amount from summed where ${amount} > 0`;
}
