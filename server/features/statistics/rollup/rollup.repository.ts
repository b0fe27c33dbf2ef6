import { accessDimensions } from '@lectern/contract/statistics/access-dimension.ts';
import { sql } from 'kysely';
import type { Executor } from '../../../platform/db/database.ts';
import type { Condition } from '../../../platform/list/list-source.ts';
import {
  columnList,
  currentName,
  type EventDimension,
  eventColumn,
  eventDimensions,
  isAccessDimension,
  numberOf,
  robots,
  rollupPairs,
  type Sql,
  total,
} from './dimension.ts';
import { eventColumns, measureColumns, sumsOf } from './measure.ts';

/** `key` identifies a row within a span; `rows` is a query that sums `counted` and `cells` by day and month. */
type RollupTable = { name: string; key: readonly string[]; rows: Sql };

const keyed = [...eventDimensions, 'term'] as const;
type Keyed = (typeof keyed)[number];

const textOf = (dimension: Keyed): Sql =>
  dimension === 'term'
    ? sql`case when action = 'search' then nullif(access_term(query), '') end`
    : sql`${eventColumn(dimension)}::text`;

/** Adds missing keys of these events to `access_keys`, with their current names. */
function insertKeys(events: Condition): Sql {
  const distinct = keyed.map(
    // Robots are summed by department, so that dimension needs their keys too.
    (name) => sql`select distinct ${numberOf(name)}::smallint as dimension, ${textOf(name)} as key
      from access_events where ${events} ${name === 'department' ? sql`` : sql`and not robot`}`,
  );
  return sql`
    insert into access_keys (dimension, key, name)
    select fresh.dimension, fresh.key, ${currentName(sql`fresh.dimension`, sql`fresh.key`)}
    from (${sql.join(distinct, sql` union all `)}) fresh
    where fresh.key is not null and not exists (
      select from access_keys known where known.dimension = fresh.dimension and known.key = fresh.key)
    order by fresh.dimension, fresh.key
    on conflict do nothing`;
}

/** `counted`: the events with their keys as ids of `access_keys`; 0 means no key. */
export function countedEvents(events: Condition, timeZone: string): Sql {
  const texts = keyed.map((name) => sql`${textOf(name)} as ${sql.id(`${name}_text`)}`);
  const numbers = keyed.map((name) => sql`coalesce(${sql.id(`${name}_key`)}.id, 0) as ${sql.id(name)}`);
  const joins = keyed.map((name) => {
    const alias = sql.id(`${name}_key`);
    return sql`left join access_keys ${alias} on ${alias}.dimension = ${numberOf(name)}
      and ${alias}.key = plain.${sql.id(`${name}_text`)}`;
  });
  return sql`
    plain as (
      select at, ${eventColumns}, action, position_ms, length_ms, (hits = 0)::integer as missed, robot, viewer,
        ${sql.join(texts)}
      from access_events where ${events}
    ), counted as materialized (
      select (at at time zone ${timeZone})::date as day, extract(hour from at at time zone ${timeZone})::integer as hour,
        ${columnList(measureColumns)}, action, position_ms, length_ms, missed, robot, viewer, ${sql.join(numbers)}
      from plain ${sql.join(joins, sql` `)}
    )`;
}

/** `cells`: `counted` summed by day, dimension and pair of dimensions. */
export function countedCells(): Sql {
  const dimensions = columnList(accessDimensions);
  return sql`combined as materialized (
      select day, ${dimensions}, ${sumsOf()} from counted where not robot group by day, ${dimensions}
    ), cells as materialized (${sql.join(cells, sql` union all `)})`;
}

type Cell = { from?: Sql; where?: Sql; dimension?: Sql; key?: Sql; within?: Sql; withinKey?: Sql };

function cell({ from = sql`combined`, where = sql`true`, ...columns }: Cell): Sql {
  const none = sql`0`;
  const { dimension = none, key = total, within = none, withinKey = none } = columns;
  return sql`select day, ${dimension}::smallint as dimension, ${key} as key, ${within}::smallint as within,
    ${withinKey} as within_key, ${sumsOf()} from ${from} where ${where} group by 1, 3, 5`;
}

const people = sql`(select * from counted where not robot) people`;
const has = (name: Keyed): Sql => sql`${sql.id(name)} <> 0`;
const single = (name: Keyed): Cell => ({ where: has(name), dimension: numberOf(name), key: sql.id(name) });
const pair = ([one, other]: readonly [EventDimension, EventDimension]): Cell => ({
  ...single(one),
  where: sql`${has(one)} and ${has(other)}`,
  within: numberOf(other),
  withinKey: sql.id(other),
});
const byHour = { from: people, within: numberOf('hour'), withinKey: sql`hour` };
const ofRobots = { from: sql`(select * from counted where robot) by_robots`, key: robots };
const ofTerms = { ...single('term'), from: people };

const cells: readonly Sql[] = [
  cell({}),
  cell(byHour),
  cell(ofRobots),
  cell({ ...ofRobots, where: has('department'), within: numberOf('department'), withinKey: sql`department` }),
  ...accessDimensions.flatMap((name) => [cell(single(name)), cell({ ...single(name), ...byHour })]),
  ...rollupPairs.map((names) =>
    cell({ ...pair(names), from: names.every(isAccessDimension) ? sql`combined` : people }),
  ),
  cell(ofTerms),
  cell({ ...ofTerms, where: sql`${has('term')} and missed = 1`, within: numberOf('missed'), withinKey: sql`1` }),
];

/** Casts to a plain timestamp, because with a time zone every row would need a calendar lookup. */
const monthOfDay = sql`date_trunc('month', day::timestamp)::date`;

/** Play time per hundredth of a recording and month. */
const hundredths = sql`
  select 'month', ${monthOfDay} as day, ${numberOf('resource')}::smallint as dimension, resource as key,
    ${numberOf('hundredth')}::smallint as within, hundredth::integer as within_key, 0, 0, 0, 0, 0,
    sum(least(played.until, (hundredth + 1) * length_ms::bigint / 100)
      - greatest(played.since, hundredth * length_ms::bigint / 100))::bigint, 0, 0
  from counted
  cross join lateral (select greatest(position_ms - counted.play_ms, 0) as since,
    least(position_ms, length_ms)::bigint as until) played
  cross join lateral generate_series(played.since * 100 / length_ms, (played.until - 1) * 100 / length_ms) hundredth
  where not robot and action = 'play' and resource <> 0 and length_ms >= 100 and position_ms > 0
    and played.until > played.since and hundredth between 0 and 99
    and least(played.until, (hundredth + 1) * length_ms::bigint / 100)
      > greatest(played.since, hundredth * length_ms::bigint / 100)
  group by 2, 4, 6`;

const cellKey = ['dimension', 'key', 'within', 'within_key'] as const;
const resourceKey = ['resource', 'kind', 'college', 'department', 'subject', 'owner'] as const;
/** Course events without a resource count for the course's owner. */
const resourceRows = (span: 'day' | 'month', day: Sql) => sql`
  select ${sql.lit(span)} as span, ${day} as day, ${columnList(resourceKey)}, ${sumsOf()}
  from counted where not robot and (resource <> 0 or owner <> 0) group by 2, ${columnList(resourceKey)}`;

export const rollupTables: readonly RollupTable[] = [
  {
    name: 'access_rollups',
    key: cellKey,
    rows: sql`select 'day' as span, * from cells union all
      select 'month', ${monthOfDay}, ${columnList(cellKey)}, ${sumsOf()} from cells
      where within <> ${numberOf('hour')} group by 2, ${columnList(cellKey)} union all ${hundredths}`,
  },
  {
    name: 'access_resource_rollups',
    key: resourceKey,
    rows: sql`${resourceRows('day', sql`day`)} union all ${resourceRows('month', monthOfDay)}`,
  },
];

/** Adds events to the rollups and marks their days and months as dirty, so their viewers are recounted. */
export async function addEvents(transaction: Executor, events: Condition, timeZone: string): Promise<void> {
  await sql`set local statement_timeout = '1h'`.execute(transaction);
  await insertKeys(events).execute(transaction);
  const added = rollupTables.map(({ name, key, rows }) => {
    const columns = columnList(['span', 'day', ...key, ...measureColumns]);
    const unique = columnList(['span', 'day', ...key].filter((column) => column !== 'dimension'));
    const grown = measureColumns.map(
      (column) => sql`${sql.id(column)} = ${sql.table(name)}.${sql.id(column)} + excluded.${sql.id(column)}`,
    );
    return sql`${sql.id(`added_${name}`)} as (
      insert into ${sql.table(name)} (${columns})
      select ${columns} from (${rows}) summed order by ${columnList(key)}, day
      on conflict (${unique}) do update set ${sql.join(grown)})`;
  });
  await sql`with ${sql.join([countedEvents(events, timeZone), countedCells(), ...added])}
    insert into access_dirty_spans (span, day)
    select distinct span, date_trunc(span, day::timestamp)::date from counted, unnest(array['day', 'month']) span
    where not robot order by 1, 2
    on conflict (span, day) do update set since = now()`.execute(transaction);
}
