import { accessDimensions } from '@lectern/contract/statistics/access-dimension.ts';
import type { Days } from '@lectern/contract/statistics/figure.ts';
import { addDays } from '@lectern/contract/statistics/period.ts';
import { sql } from 'kysely';
import type { Condition } from '../../../platform/list/list-source.ts';
import {
  type EventDimension,
  eventColumn,
  inRollupOrder,
  numberOf,
  rollupPairs,
  type Sql,
  total,
} from '../rollup/dimension.ts';
import { eventSums, measureColumns } from '../rollup/measure.ts';
import { allConstraints, hasKey, type Selection, selectedEvents } from './selection.ts';

export type Grouping = EventDimension | 'hour' | 'none';

/** `rows`: sums by `day` and `part` (null: no key); `key`: the part as text. */
type SumSource = { rows: Sql; key: Sql };

/**
 * Where the sums of a selection come from: rollups with at most two dimensions, the scope among them; resource rollups for
 * the attributes of resources; otherwise the events. With `day`, every row is of one day, else a row may be of a month.
 */
export function sumSource(selection: Selection, groupBy: Grouping, grain: 'day' | 'month'): SumSource {
  const place = placeOf(selection, groupBy);
  if (!place) return eventSource(selection, groupBy, grain);
  const piece = (span: 'day' | 'month', { from, to }: Days) => sql`
    select day, ${place.part} as part, ${sql.join(measureColumns.map((name) => sql.id(name)))}
    from ${sql.table(place.table)} where ${place.condition} and span = ${sql.lit(span)}
      and day between ${from}::date and ${to}::date`;
  const { months, days } = grain === 'day' ? { months: null, days: [selection.days] } : splitMonths(selection.days);
  const pieces = [...days.map((some) => piece('day', some)), ...(months ? [piece('month', months)] : [])];
  const key = groupBy === 'hour' ? sql`part::text` : sql`(select key from access_keys where id = part)`;
  return { rows: sql.join(pieces, sql` union all `), key };
}

function eventSource(selection: Selection, groupBy: Grouping, grain: 'day' | 'month'): SumSource {
  const local = sql`at at time zone ${selection.timeZone}`;
  const day = grain === 'day' ? sql`(${local})::date` : sql`date_trunc('month', ${local})::date`;
  const part =
    groupBy === 'none'
      ? sql`null::text`
      : groupBy === 'hour'
        ? sql`extract(hour from ${local})::integer`
        : eventColumn(groupBy);
  return {
    rows: sql`select ${day} as day, ${part} as part, ${eventSums} from access_events
      where ${selectedEvents(selection)} group by 1, 2`,
    key: sql`part::text`,
  };
}

type Place = { table: 'access_rollups' | 'access_resource_rollups'; condition: Condition; part: Sql };

function placeOf(selection: Selection, groupBy: Grouping): Place | undefined {
  const constraints = allConstraints(selection);
  const grouped = groupBy === 'none' || groupBy === 'hour' ? [] : [groupBy];
  const dimensions = [...new Set([...constraints.map(({ dimension }) => dimension), ...grouped])].sort(inRollupOrder);
  return cellPlace(selection, dimensions, groupBy) ?? resourcePlace(selection, dimensions, groupBy);
}

function cellPlace(selection: Selection, dimensions: EventDimension[], groupBy: Grouping): Place | undefined {
  const [first, second] = dimensions;
  const isKept =
    dimensions.length === 0 ||
    (dimensions.length === 1 && isSummed(first)) ||
    (dimensions.length === 2 && groupBy !== 'hour' && rollupPairs.some(([a, b]) => a === first && b === second));
  if (!isKept) return undefined;
  const within = groupBy === 'hour' ? 'hour' : second;
  const column = (dimension: EventDimension) => (dimension === first ? sql`key` : sql`within_key`);
  const conditions = [
    first ? sql`dimension = ${numberOf(first)}` : sql`dimension = 0 and key = ${total}`,
    within ? sql`within = ${numberOf(within)}` : sql`within = 0 and within_key = 0`,
    ...allConstraints(selection).map((one) => hasKey(column(one.dimension), one)),
  ];
  const part = groupBy === 'none' ? sql`null::integer` : groupBy === 'hour' ? sql`within_key` : column(groupBy);
  return { table: 'access_rollups', condition: sql.join(conditions, sql` and `), part };
}

const isSummed = (dimension: EventDimension | undefined) =>
  (accessDimensions as readonly (string | undefined)[]).includes(dimension);

const resourceColumns: ReadonlySet<EventDimension> = new Set([
  ...(['kind', 'college', 'department', 'subject', 'resource', 'owner'] as const),
]);

/** Resource rollups hold what has a resource or an owner. */
function resourcePlace(selection: Selection, dimensions: EventDimension[], groupBy: Grouping): Place | undefined {
  const isKept =
    groupBy !== 'hour' &&
    dimensions.every((dimension) => resourceColumns.has(dimension)) &&
    dimensions.some((dimension) => dimension === 'resource' || dimension === 'owner');
  if (!isKept) return undefined;
  const conditions = [
    ...allConstraints(selection).map((one) => hasKey(sql.id(one.dimension), one)),
    // The indexes by owner and department leave out rows without one.
    ...dimensions.filter(isIndexed).map((name) => sql`${sql.id(name)} <> 0`),
  ];
  const part = groupBy === 'none' ? sql`null::integer` : sql`nullif(${sql.id(groupBy)}, 0)`;
  const condition = conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`;
  return { table: 'access_resource_rollups', condition, part };
}

const isIndexed = (name: EventDimension) => name === 'owner' || name === 'department';

/** The whole months of a period, and the days around them. */
export function splitMonths({ from, to }: Days): { months: Days | null; days: Days[] } {
  const first = from.endsWith('-01') ? from : addDays(`${from.slice(0, 7)}-28`, 4).replace(/..$/, '01');
  const end = addDays(to, 1).endsWith('-01') ? addDays(to, 1) : `${to.slice(0, 7)}-01`;
  if (first >= end) return { months: null, days: [{ from, to }] };
  const days: Days[] = [];
  if (from < first) days.push({ from, to: addDays(first, -1) });
  if (end <= to) days.push({ from: end, to });
  return { months: { from: first, to: addDays(end, -1) }, days };
}
