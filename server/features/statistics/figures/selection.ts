import type { AccessDimension } from '@lectern/contract/statistics/access-dimension.ts';
import type { Days } from '@lectern/contract/statistics/figure.ts';
import { type RawBuilder, sql } from 'kysely';
import type { DataScope } from '../../../platform/access/data-scope.ts';
import type { Condition } from '../../../platform/list/list-source.ts';
import { type CellDimension, dimensionNumbers } from '../fold/cell.ts';
import type { Settled } from './viewer-cover.ts';

/** What events must have, dimension by dimension: one of these keys. */
export type Constraint = { dimension: CellDimension; keys: readonly string[] };

/** What somebody sees. `keptFrom`: since when sums are kept of what is theirs; nothing: they are counted among the events. */
export type SeenScope =
  | Exclude<DataScope, { kind: 'own' }>
  | (Extract<DataScope, { kind: 'own' }> & { keptFrom?: string });

/** Which events are meant. */
export type Selection = {
  scope: SeenScope;
  constraints: readonly Constraint[];
  days: Days;
  timeZone: string;
  /** By whoever asks for people several times: all days that are asked about, and what is settled of them. */
  over?: Days;
  settled?: Settled;
};

type Sql = RawBuilder<unknown>;

/** Of a selection what has one of some keys. */
export function narrowedTo(selection: Selection, constraint: Constraint): Selection {
  return { ...selection, constraints: [...selection.constraints, constraint] };
}

/** The scope as one more constraint. */
export function allConstraints({ scope, constraints }: Pick<Selection, 'scope' | 'constraints'>): Constraint[] {
  if (scope.kind === 'all') return [...constraints];
  const own: Constraint =
    scope.kind === 'own' ? { dimension: 'owner', keys: [scope.userId] } : { dimension: 'department', keys: scope.ids };
  return [...constraints, own];
}

export function numbersOf({ dimension, keys }: Constraint): Sql {
  return sql`array(select id from access_keys where dimension = ${sql.lit(dimensionNumbers[dimension])}
    and key = any (${keys}::text[]))`;
}

/** Whether a column of the sums has the number of such a key. Of one the database knows that it is one, and plans for it. */
export function hasNumber(column: Sql, { dimension, keys }: Constraint): Condition {
  if (keys.length !== 1) return sql`${column} = any (${numbersOf({ dimension, keys })})`;
  return sql`${column} = (select id from access_keys where dimension = ${sql.lit(dimensionNumbers[dimension])}
    and key = ${keys[0]})`;
}

/** Text columns are as they are kept, so that their index is asked. */
const columns: Record<CellDimension, { column: Sql; type: Sql }> = {
  kind: { column: sql`access_events.kind`, type: sql`text` },
  college: { column: sql`access_events.college_id`, type: sql`uuid` },
  department: { column: sql`access_events.department_id`, type: sql`uuid` },
  subject: { column: sql`access_events.subject_id`, type: sql`uuid` },
  column: { column: sql`access_events.column_id`, type: sql`uuid` },
  course: { column: sql`access_events.course_id`, type: sql`uuid` },
  role: { column: sql`access_events.role`, type: sql`text` },
  device: { column: sql`access_events.device`, type: sql`text` },
  site: { column: sql`access_events.key_id`, type: sql`uuid` },
  resource: { column: sql`access_events.resource_id`, type: sql`uuid` },
  chapter: { column: sql`access_events.chapter_id`, type: sql`uuid` },
  owner: { column: sql`access_events.owner_id`, type: sql`uuid` },
};

/** The same as a condition on events themselves. Of one key an index tells the events in the order of time, of several not. */
export function eventCondition({ dimension, keys }: Constraint): Condition {
  const { column, type } = columns[dimension];
  return keys.length === 1 ? sql`${column} = ${keys[0]}::${type}` : sql`${column} = any (${keys}::${type}[])`;
}

/** Where events have a key, as it is kept: grouping by it costs less than by its text. */
export function eventColumn(dimension: CellDimension): Sql {
  return columns[dimension].column;
}

export function eventHasNo(dimension: CellDimension): Condition {
  return sql`${columns[dimension].column} is null`;
}

/** Events of what somebody sees: everything, their departments', or what was theirs. */
export function eventScope(scope: DataScope): Condition {
  if (scope.kind === 'all') return sql`true`;
  if (scope.kind === 'own') return sql`access_events.owner_id = ${scope.userId}`;
  return eventCondition({ dimension: 'department', keys: scope.ids });
}

export function eventDays({ from, to }: Days, timeZone: string): Condition {
  return sql`access_events.at >= (${from}::date)::timestamp at time zone ${timeZone}
    and access_events.at < (${to}::date + 1)::timestamp at time zone ${timeZone}`;
}

/** All events that are meant, robots aside. */
export function eventsOf({ scope, constraints, days, timeZone }: Selection): Condition {
  const parts = [
    eventScope(scope),
    eventDays(days, timeZone),
    sql`not access_events.robot`,
    ...constraints.map(eventCondition),
  ];
  return sql`(${sql.join(parts, sql` and `)})`;
}

export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}

const wordDimensions: ReadonlySet<CellDimension> = new Set<AccessDimension>(['kind', 'role', 'device']);

/** Whether such a key can be at all: what is no id must not reach a column of ids. */
export function isPossibleKey(dimension: CellDimension, key: string): boolean {
  return wordDimensions.has(dimension) || isUuid(key);
}
