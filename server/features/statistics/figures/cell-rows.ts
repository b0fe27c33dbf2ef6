import type { AccessDimension } from '@lectern/contract/statistics/access-dimension.ts';
import type { Days } from '@lectern/contract/statistics/figure.ts';
import { addDays } from '@lectern/contract/statistics/period.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Condition } from '../../../platform/list/list-source.ts';
import { type CellDimension, dimensionNumbers, everything, sumColumns } from '../fold/cell.ts';
import { allConstraints, hasNumber, type Selection } from './selection.ts';

type Sql = RawBuilder<unknown>;
type Place = { condition: Condition; group: Sql };

const number = (dimension: CellDimension) => sql.lit(dimensionNumbers[dimension]);

type Placed = Pick<Selection, 'scope' | 'constraints' | 'days'>;

/** Whether sums are kept of what is seen of those days. */
export function isSummed({ scope, days }: Pick<Selection, 'scope' | 'days'>): boolean {
  return scope.kind !== 'own' || (scope.keptFrom !== undefined && scope.keptFrom <= days.from);
}

/** Where the cells of some constraints and a grouping are; nothing: no sums are kept of so many dimensions at once. */
export function placeOfCells(selection: Placed, groupBy: CellDimension | 'none'): Place | undefined {
  if (!isSummed(selection)) return undefined;
  const constraints = allConstraints(selection);
  const dimensions = [
    ...new Set([...constraints.map(({ dimension }) => dimension), ...(groupBy === 'none' ? [] : [groupBy])]),
  ].sort((one, other) => dimensionNumbers[one] - dimensionNumbers[other]);
  if (dimensions.length > 2) return undefined;
  const [first, second] = dimensions;
  const group = groupBy === 'none' ? sql`null::integer` : groupBy === first ? sql`key` : sql`within_key`;
  if (!first) return { condition: sql`key = ${sql.lit(everything)} and within = 0`, group };
  const keyed = (column: Sql, dimension: CellDimension) =>
    constraints.filter((one) => one.dimension === dimension).map((one) => hasNumber(column, one));
  const parts = [
    sql`dimension = ${number(first)}`,
    ...keyed(sql`key`, first),
    ...(second
      ? [sql`within = ${number(second)}`, ...keyed(sql`within_key`, second)]
      : [sql`within = 0 and within_key = 0`]),
  ];
  return { condition: sql.join(parts, sql` and `), group };
}

/** Day by day: rows of day, group (a number) and measures. */
export function dayRows({ condition, group }: Place, { from, to }: Days): Sql {
  return sql`select day, ${group} as group_number, ${sumColumns} from access_days
    where ${condition} and day between ${from}::date and ${to}::date`;
}

/** The same where only sums over the whole or over whole months are wanted: mostly from the months. */
export function spanRows({ condition, group }: Place, days: Days): Sql {
  const { months, rest } = splitMonths(days);
  const pieces = rest.map(
    ({ from, to }) => sql`select day, ${group} as group_number, ${sumColumns} from access_days
      where ${condition} and day between ${from}::date and ${to}::date`,
  );
  if (months) {
    pieces.push(sql`select day, ${group} as group_number, ${sumColumns} from access_months
      where ${condition} and day between ${months.from}::date and ${months.to}::date`);
  }
  return sql.join(pieces, sql` union all `);
}

/** The whole months of some days, and the days that are over. */
export function splitMonths({ from, to }: Days): { months: Days | null; rest: Days[] } {
  const firstMonth = from.endsWith('-01') ? from : startOfNext(from);
  const endsWhole = addDays(to, 1).endsWith('-01');
  const afterLast = endsWhole ? addDays(to, 1) : `${to.slice(0, 7)}-01`;
  if (firstMonth >= afterLast) return { months: null, rest: [{ from, to }] };
  const rest: Days[] = [];
  if (from < firstMonth) rest.push({ from, to: addDays(firstMonth, -1) });
  if (afterLast <= to) rest.push({ from: afterLast, to });
  return { months: { from: firstMonth, to: addDays(afterLast, -1) }, rest };
}

function startOfNext(day: string): string {
  const [year, month] = [Number(day.slice(0, 4)), Number(day.slice(5, 7))];
  return new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10);
}

/** Where the hours of one constraint at most are. */
export function placeOfHours(selection: Placed): Condition | undefined {
  if (!isSummed(selection)) return undefined;
  const constraints = allConstraints(selection);
  const dimensions = new Set(constraints.map(({ dimension }) => dimension));
  if (dimensions.size > 1 || dimensions.has('resource') || dimensions.has('chapter')) return undefined;
  if (constraints.length === 0) return sql`key = ${sql.lit(everything)}`;
  return sql.join(
    constraints.map((one) => hasNumber(sql`key`, one)),
    sql` and `,
  );
}

const resourceColumns: Partial<Record<CellDimension, string>> = {
  kind: 'kind',
  college: 'college',
  department: 'department',
  subject: 'subject',
  resource: 'resource',
  owner: 'owner',
};

/** By day or by span from what is kept of resources; nothing: what is asked for is not kept with them. */
export function resourceRows(
  selection: Selection,
  groupBy: CellDimension | 'none',
  grain: 'day' | 'span',
): Sql | undefined {
  const constraints = allConstraints(selection);
  const dimensions = [...constraints.map(({ dimension }) => dimension), ...(groupBy === 'none' ? [] : [groupBy])];
  if (dimensions.some((dimension) => !resourceColumns[dimension])) return undefined;
  const column = (dimension: CellDimension) => sql.id(resourceColumns[dimension] as string);
  const condition = constraints.map((one) => sql`and ${hasNumber(column(one.dimension), one)}`);
  // Their indexes know only what belongs to somebody.
  for (const indexed of ['owner', 'department'] as const) {
    if (dimensions.includes(indexed)) condition.push(sql`and ${column(indexed)} <> 0`);
  }
  if (groupBy !== 'none') condition.push(sql`and ${column(groupBy)} <> 0`);
  const group = groupBy === 'none' ? sql`null::integer` : column(groupBy);
  const piece = (table: string, { from, to }: Days) => sql`
    select day, ${group} as group_number, ${sumColumns} from ${sql.table(table)}
    where day between ${from}::date and ${to}::date ${sql.join(condition, sql` `)}`;
  if (grain === 'day') return piece('access_resource_days', selection.days);
  const { months, rest } = splitMonths(selection.days);
  const pieces = rest.map((days) => piece('access_resource_days', days));
  if (months) pieces.push(piece('access_resource_months', months));
  return sql.join(pieces, sql` union all `);
}

export type GroupDimension = AccessDimension | 'resource';
