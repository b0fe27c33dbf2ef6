import type { Days } from '@lectern/contract/statistics/figure.ts';
import { addDays } from '@lectern/contract/statistics/period.ts';
import { sql } from 'kysely';
import type { DataScope } from '../../../platform/access/data-scope.ts';
import type { Condition } from '../../../platform/list/list-source.ts';
import { isBetweenDays } from '../../../platform/list/meanings.ts';
import {
  columnList,
  type EventDimension,
  eventColumn,
  eventColumnType,
  inRollupOrder,
  isAccessDimension,
  numberOf,
  rollupPairs,
  type Sql,
  total,
} from '../rollup/dimension.ts';
import { eventSums, measureColumns } from '../rollup/measure.ts';

export type Constraint = { dimension: EventDimension; keys: readonly string[] };

export type Selection = {
  scope: DataScope;
  constraints: readonly Constraint[];
  days: Days;
  timeZone: string;
};

export function narrowedTo(selection: Selection, constraint: Constraint): Selection {
  return { ...selection, constraints: [...selection.constraints, constraint] };
}

/** Includes the data scope as a constraint. */
export function allConstraints({ scope, constraints }: Pick<Selection, 'scope' | 'constraints'>): Constraint[] {
  if (scope.kind === 'all') return [...constraints];
  const own: Constraint =
    scope.kind === 'own' ? { dimension: 'owner', keys: [scope.userId] } : { dimension: 'department', keys: scope.ids };
  return [...constraints, own];
}

/** Whether a rollup column has one of the keys. A single key uses `=`, so that its index returns rows in time order. */
export function hasKey(column: Sql, { dimension, keys }: Constraint): Condition {
  const of = sql`select id from access_keys where dimension = ${numberOf(dimension)}`;
  return keys.length === 1
    ? sql`${column} = (${of} and key = ${keys[0]})`
    : sql`${column} = any (array(${of} and key = any (${keys}::text[])))`;
}

/** Like `hasKey`, but on the events. */
export function eventCondition({ dimension, keys }: Constraint): Condition {
  const [column, type] = [eventColumn(dimension), eventColumnType(dimension)];
  return keys.length === 1 ? sql`${column} = ${keys[0]}::${type}` : sql`${column} = any (${keys}::${type}[])`;
}

export function eventHasNo(dimension: EventDimension): Condition {
  return sql`${eventColumn(dimension)} is null`;
}

/** Events a person may see: all, those of their departments, or those about things they owned at the time. */
export function eventScope(scope: DataScope): Condition {
  const conditions = allConstraints({ scope, constraints: [] }).map(eventCondition);
  return conditions[0] ?? sql`true`;
}

export function eventDays(days: Days, timeZone: string): Condition {
  return isBetweenDays(sql`access_events.at`, days, { timeZone });
}

/** Excludes robots. */
export function selectedEvents(selection: Selection): Condition {
  const constraints = allConstraints(selection).map(eventCondition);
  const days = eventDays(selection.days, selection.timeZone);
  return sql`(${sql.join([...constraints, days, sql`not access_events.robot`], sql` and `)})`;
}

type Grouping = EventDimension | 'hour' | 'none';

/** `rows`: sums by `day` and `part` (null without a key). `key`: SQL for the part as text. */
type SumSource = { rows: Sql; key: Sql };

/**
 * Chooses the source of the sums: rollups for up to two dimensions including the scope, resource rollups for resource
 * attributes, otherwise the raw events. With grain `day` every row covers one day; with `month` it may cover a month.
 */
export function sumSource(selection: Selection, groupBy: Grouping, grain: 'day' | 'month'): SumSource {
  const constraints = allConstraints(selection);
  const grouped = groupBy === 'none' || groupBy === 'hour' ? [] : [groupBy];
  const dimensions = [...new Set([...constraints.map(({ dimension }) => dimension), ...grouped])].sort(inRollupOrder);
  const rollup = rollupOf(constraints, dimensions, groupBy) ?? resourceRollupOf(constraints, dimensions, groupBy);
  if (!rollup) return eventSource(selection, groupBy, grain);
  const piece = (span: 'day' | 'month', { from, to }: Days) => sql`
    select day, ${rollup.part} as part, ${columnList(measureColumns)}
    from ${sql.table(rollup.table)} where ${sql.join(rollup.conditions, sql` and `)} and span = ${sql.lit(span)}
      and day between ${from}::date and ${to}::date`;
  const { months, days } = grain === 'day' ? { months: null, days: [selection.days] } : splitMonths(selection.days);
  const pieces = [...days.map((some) => piece('day', some)), ...(months ? [piece('month', months)] : [])];
  const key = groupBy === 'hour' ? sql`part::text` : sql`(select key from access_keys where id = part)`;
  return { rows: sql.join(pieces, sql` union all `), key };
}

function eventSource(selection: Selection, groupBy: Grouping, grain: 'day' | 'month'): SumSource {
  const local = sql`at at time zone ${selection.timeZone}`;
  const part =
    groupBy === 'hour'
      ? sql`extract(hour from ${local})::integer`
      : groupBy === 'none'
        ? sql`null::text`
        : eventColumn(groupBy);
  return {
    rows: sql`select date_trunc(${sql.lit(grain)}, ${local})::date as day, ${part} as part, ${eventSums}
      from access_events where ${selectedEvents(selection)} group by 1, 2`,
    key: sql`part::text`,
  };
}

type Rollup = { table: 'access_rollups' | 'access_resource_rollups'; conditions: Condition[]; part: Sql };

function rollupOf(
  constraints: readonly Constraint[],
  dimensions: readonly EventDimension[],
  groupBy: Grouping,
): Rollup | undefined {
  const [first, second] = dimensions;
  const isKept =
    dimensions.length === 0 ||
    (dimensions.length === 1 && isAccessDimension(first)) ||
    (dimensions.length === 2 && groupBy !== 'hour' && rollupPairs.some(([a, b]) => a === first && b === second));
  if (!isKept) return undefined;
  const within = groupBy === 'hour' ? 'hour' : second;
  const column = (dimension: EventDimension) => (dimension === first ? sql`key` : sql`within_key`);
  const conditions = [
    first ? sql`dimension = ${numberOf(first)}` : sql`dimension = 0 and key = ${total}`,
    within ? sql`within = ${numberOf(within)}` : sql`within = 0 and within_key = 0`,
    ...constraints.map((one) => hasKey(column(one.dimension), one)),
  ];
  const part = groupBy === 'none' ? sql`null::integer` : groupBy === 'hour' ? sql`within_key` : column(groupBy);
  return { table: 'access_rollups', conditions, part };
}

const resourceColumns: readonly EventDimension[] = ['kind', 'college', 'department', 'subject', 'resource', 'owner'];

/** Resource rollups hold only events that have a resource or an owner. */
function resourceRollupOf(
  constraints: readonly Constraint[],
  dimensions: readonly EventDimension[],
  groupBy: Grouping,
): Rollup | undefined {
  const isKept =
    groupBy !== 'hour' &&
    dimensions.every((dimension) => resourceColumns.includes(dimension)) &&
    dimensions.some((dimension) => dimension === 'resource' || dimension === 'owner');
  if (!isKept) return undefined;
  // The indexes on owner and department are partial: they exclude key 0.
  const indexed = dimensions.filter((name) => name === 'owner' || name === 'department');
  const conditions = [
    sql`true`,
    ...constraints.map((one) => hasKey(sql.id(one.dimension), one)),
    ...indexed.map((name) => sql`${sql.id(name)} <> 0`),
  ];
  const part = groupBy === 'none' ? sql`null::integer` : sql`nullif(${sql.id(groupBy)}, 0)`;
  return { table: 'access_resource_rollups', conditions, part };
}

/** Splits a period into whole months and the days around them. */
export function splitMonths({ from, to }: Days): { months: Days | null; days: Days[] } {
  const first = from.endsWith('-01') ? from : addDays(`${from.slice(0, 7)}-28`, 4).replace(/..$/, '01');
  const end = addDays(to, 1).endsWith('-01') ? addDays(to, 1) : `${to.slice(0, 7)}-01`;
  if (first >= end) return { months: null, days: [{ from, to }] };
  const days: Days[] = [];
  if (from < first) days.push({ from, to: addDays(first, -1) });
  if (end <= to) days.push({ from: end, to });
  return { months: { from: first, to: addDays(end, -1) }, days };
}
