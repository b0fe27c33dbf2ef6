import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../../platform/db/database.ts';
import { measureColumns } from './cell.ts';
import { lastDayOf, type Span } from './span.ts';

type Laid = { table: string; keys: readonly string[]; order: readonly string[] };

const cells = {
  keys: ['day', 'dimension', 'key', 'within', 'within_key'],
  order: ['within', 'within_key', 'dimension', 'key', 'day'],
};
const resources = {
  keys: ['day', 'resource', 'kind', 'college', 'department', 'subject', 'owner'],
  order: ['department', 'owner', 'resource', 'day'],
};

/** The order in which each table is asked. */
const tables: Record<Span['span'], readonly Laid[]> = {
  week: [
    { table: 'access_days', ...cells },
    { table: 'access_resource_days', ...resources },
    { table: 'access_hours', keys: ['hour', 'dimension', 'key'], order: ['key', 'hour'] },
  ],
  month: [
    { table: 'access_months', ...cells },
    { table: 'access_resource_months', ...resources },
  ],
  quarter: [],
};

/**
 * Writes the sums of a week or month that is over anew, in the order in which they are asked for. As they came in, day by day,
 * the rows of one department lie all over the table, and whoever looks at it would read a page of the disk for each of them.
 */
export async function layOut(transaction: Executor, span: Span, timeZone: string): Promise<void> {
  for (const { table, keys, order } of tables[span.span]) {
    const columns = sql.join([...keys, ...measureColumns].map((name) => sql.id(name)));
    await sql`with taken as (delete from ${sql.table(table)} where ${within(table, span, timeZone)} returning ${columns})
      insert into ${sql.table(table)} (${columns}) select ${columns} from taken
      order by ${sql.join(order.map((name) => sql.id(name)))}`.execute(transaction);
  }
}

function within(table: string, span: Span, timeZone: string): RawBuilder<unknown> {
  const [first, last] = [span.day, lastDayOf(span)];
  return table === 'access_hours'
    ? sql`hour >= (${first}::date)::timestamp at time zone ${timeZone}
        and hour < (${last}::date + 1)::timestamp at time zone ${timeZone}`
    : sql`day between ${first}::date and ${last}::date`;
}
