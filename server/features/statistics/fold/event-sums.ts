import type { AccessDimension } from '@lectern/contract/statistics/access-dimension.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Condition } from '../../../platform/list/list-source.ts';
import {
  cellDimensions,
  dimensionNumbers,
  eventKeys,
  everything,
  isRecording,
  measureColumns,
  pairedDimensions,
  robots,
} from './cell.ts';

type Sql = RawBuilder<unknown>;
/** Owners are paired with everything else where sums are kept of what is theirs. */
type Paired = AccessDimension | 'owner';

/** What is summed up of each table, from the common tables of `eventTables`. */
export type SumTable = { name: string; key: readonly string[]; measures: readonly string[]; rows: Sql };

const summed = sql.join(measureColumns.map((name) => sql`sum(${sql.id(name)}) as ${sql.id(name)}`));
/** Of a plain timestamp: an instant would be looked up in the calendar of a time zone, row by row. */
const month = sql`date_trunc('month', day::timestamp)::date`;
const number = (name: keyof typeof dimensionNumbers): Sql => sql.lit(dimensionNumbers[name]);
/** Where the common tables have a number; 0: none, or an owner of whose things no sums are kept. */
export const numberColumn = (name: Paired): Sql => sql.id(name === 'owner' ? 'kept_owner' : name);
const pairColumns = sql.join([...pairedDimensions, 'owner' as const].map(numberColumn));

/** Keys of the events that have no number yet get one, with the name that they have now. */
export function insertKeys(events: Condition): Sql {
  const distinct = cellDimensions.map(
    // Robots are counted by department, for those who see only some.
    (name) => sql`select distinct ${number(name)}::smallint as dimension, ${eventKeys[name]} as key from given
      where ${name === 'department' ? sql`true` : sql`not robot`}`,
  );
  return sql`
    with given as materialized (select * from access_events where ${events})
    insert into access_keys (dimension, key, name)
    select found.dimension, found.key, ${nameOf(sql`found.dimension`, sql`found.key`)}
    from (${sql.join(distinct, sql` union all `)}) found
    where found.key is not null and not exists (
      select from access_keys known where known.dimension = found.dimension and known.key = found.key)
    order by found.dimension, found.key
    on conflict do nothing`;
}

/** What a key is called now; null where it is gone, or is a word of ours. */
export function nameOf(dimension: Sql, key: Sql): Sql {
  const named = (name: keyof typeof dimensionNumbers, table: string, column: string) =>
    sql`when ${number(name)} then (select ${sql.id(column)} from ${sql.table(table)} where id = ${key}::uuid)`;
  return sql`case ${dimension}
    ${named('college', 'colleges', 'name')} ${named('department', 'departments', 'name')}
    ${named('subject', 'subjects', 'name')} ${named('column', 'columns', 'name')} ${named('course', 'courses', 'name')}
    ${named('site', 'api_keys', 'name')} ${named('resource', 'resources', 'title')}
    ${named('chapter', 'chapters', 'title')} end`;
}

/** The events by what they are counted by, as numbers; 0: none. */
export function eventTables(events: Condition, timeZone: string): Sql {
  const joins = cellDimensions.map((name) => {
    const alias = sql.id(`${name}_key`);
    return sql`left join access_keys ${alias} on ${alias}.dimension = ${number(name)}
      and ${alias}.key = ${sql`given.${sql.id(`${name}_text`)}`}`;
  });
  const texts = cellDimensions.map((name) => sql`${eventKeys[name]} as ${sql.id(`${name}_text`)}`);
  const numbers = cellDimensions.map((name) => sql`coalesce(${sql.id(`${name}_key`)}.id, 0) as ${sql.id(name)}`);
  return sql`
    given as (
      select at, action, seconds, position_ms, length_ms, query, hits, robot, viewer, ${sql.join(texts)}
      from access_events where ${events}
    ), counted as materialized (
      select (at at time zone ${timeZone})::date as day, date_trunc('hour', at, ${timeZone}) as hour,
        (action = 'view')::integer as views, (action = 'play')::integer as plays,
        (action = 'download')::integer as downloads, (action = 'search')::integer as searches,
        (action = 'click')::integer as clicks,
        case when action = 'play' then coalesce(round(seconds::numeric * 1000), 0)::bigint else 0 end as play_ms,
        case when action = 'view' and ${isRecording(sql`kind_text`)} then length_ms::bigint else 0 end as opened_ms,
        case when action = 'play' and ${isRecording(sql`kind_text`)}
          then coalesce(round(seconds::numeric * 1000), 0)::bigint else 0 end as watched_ms,
        action, position_ms, length_ms, query, hits, robot, viewer, ${sql.join(numbers)},
        case when owner_key.id in (select owner from access_owners) then owner_key.id else 0 end as kept_owner
      from given ${sql.join(joins, sql` `)}
    ), combined as materialized (
      select day, ${pairColumns}, ${summed} from counted where not robot group by day, ${pairColumns}
    ), cells as materialized (${sql.join(cellGroups(), sql` union all `)})`;
}

/** One grouping for each dimension and each pair of them: many small ones cost less than one that unfolds every row. */
function cellGroups(): Sql[] {
  return [...pairsOfDimensions(), ['owner'] as const].map(([one, other]) => {
    const [within, grouped] = other
      ? [sql`${number(other)}::smallint as within, ${numberColumn(other)} as within_key`, sql`, ${numberColumn(other)}`]
      : [sql`0::smallint as within, 0 as within_key`, sql``];
    const isPair = other ? sql`and ${numberColumn(other)} <> 0` : sql``;
    return sql`select day, ${number(one)}::smallint as dimension, ${numberColumn(one)} as key, ${within}, ${summed}
      from combined where ${numberColumn(one)} <> 0 ${isPair} group by day, ${numberColumn(one)}${grouped}`;
  });
}

/** Each dimension by itself, and with each of a higher number. */
export function pairsOfDimensions(): [AccessDimension, Paired?][] {
  return pairedDimensions.flatMap((one, place): [AccessDimension, Paired?][] => [
    [one],
    ...[...pairedDimensions.slice(place + 1), 'owner' as const].map((other): [AccessDimension, Paired] => [one, other]),
  ]);
}

/** Every table of sums, as the events give it. */
export const sumTables: readonly SumTable[] = [
  {
    name: 'access_days',
    key: ['key', 'within', 'day', 'within_key'],
    measures: ['dimension', ...measureColumns],
    rows: daysBy(sql`day`),
  },
  {
    name: 'access_months',
    key: ['key', 'within', 'day', 'within_key'],
    measures: ['dimension', ...measureColumns],
    rows: daysBy(month),
  },
  {
    name: 'access_hours',
    key: ['key', 'hour'],
    measures: ['dimension', ...measureColumns],
    rows: sql.join(
      [
        sql`select hour, 0::smallint as dimension, ${sql.lit(everything)} as key, ${summed} from counted
          where not robot group by hour`,
        ...[...pairedDimensions, 'owner' as const].map(
          (name) => sql`select hour, ${number(name)}::smallint, ${numberColumn(name)}, ${summed} from counted
            where not robot and ${numberColumn(name)} <> 0 group by hour, ${numberColumn(name)}`,
        ),
      ],
      sql` union all `,
    ),
  },
  resourceTable('access_resource_days', sql`day`),
  resourceTable('access_resource_months', month),
  {
    name: 'access_course_days',
    key: ['course', 'day', 'chapter', 'resource'],
    measures: measureColumns,
    rows: sql`select day, course, chapter, resource, ${summed} from counted where not robot and course <> 0
      group by day, course, chapter, resource`,
  },
  {
    name: 'access_retention',
    key: ['resource', 'month', 'hundredth'],
    measures: ['play_ms'],
    rows: sql`
      select resource, ${month} as month, hundredth::smallint,
        sum(least(played.until, (hundredth + 1) * length_ms::bigint / 100)
          - greatest(played.since, hundredth * length_ms::bigint / 100))::bigint as play_ms
      from counted
      cross join lateral (select greatest(position_ms - counted.play_ms, 0) as since,
        least(position_ms, length_ms)::bigint as until) played
      cross join lateral generate_series(played.since * 100 / length_ms, (played.until - 1) * 100 / length_ms) hundredth
      where not robot and action = 'play' and resource <> 0 and length_ms >= 100 and position_ms > 0
        and played.until > played.since and hundredth between 0 and 99
        and least(played.until, (hundredth + 1) * length_ms::bigint / 100)
          > greatest(played.since, hundredth * length_ms::bigint / 100)
      group by resource, month, hundredth`,
  },
  termTable('access_terms', sql`day`),
  termTable('access_term_months', month),
];

function daysBy(start: Sql): Sql {
  const total = (key: number, rows: Sql) => sql`
    select ${start} as day, 0::smallint as dimension, ${sql.lit(key)} as key, 0::smallint as within, 0 as within_key,
      ${summed} from ${rows} group by 1`;
  return sql`
    ${total(everything, sql`combined`)}
    union all ${total(robots, sql`(select * from counted where robot) by_robots`)}
    union all
    select ${start} as day, 0::smallint as dimension, ${sql.lit(robots)} as key, ${number('department')}::smallint as within,
      department as within_key, ${summed} from counted where robot and department <> 0 group by 1, department
    union all
    select ${start} as day, dimension, key, within, within_key, ${summed} from cells
    group by 1, dimension, key, within, within_key`;
}

function termTable(name: string, start: Sql): SumTable {
  return {
    name,
    key: ['day', 'term'],
    measures: ['searches', 'without_result'],
    rows: sql`select ${start} as day, access_term(query) as term, count(*)::integer as searches,
        count(*) filter (where hits = 0)::integer as without_result
      from counted where not robot and action = 'search' and access_term(query) <> '' group by 1, 2`,
  };
}

function resourceTable(name: string, start: Sql): SumTable {
  return {
    name,
    key: ['day', 'resource', 'department', 'subject', 'college', 'kind', 'owner'],
    measures: measureColumns,
    // What somebody has in courses without a resource is theirs as well.
    rows: sql`select ${start} as day, resource, kind, college, department, subject, owner, ${summed}
      from counted where not robot and (resource <> 0 or owner <> 0)
      group by 1, resource, kind, college, department, subject, owner`,
  };
}
