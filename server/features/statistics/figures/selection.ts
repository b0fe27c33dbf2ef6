import type { Days } from '@lectern/contract/statistics/figure.ts';
import { sql } from 'kysely';
import type { DataScope } from '../../../platform/access/data-scope.ts';
import type { Condition } from '../../../platform/list/list-source.ts';
import { type EventDimension, eventColumn, eventColumnType, numberOf, type Sql } from '../rollup/dimension.ts';

/** Events with one of these keys. */
export type Constraint = { dimension: EventDimension; keys: readonly string[] };

/** Which events a figure counts. */
export type Selection = {
  scope: DataScope;
  constraints: readonly Constraint[];
  days: Days;
  timeZone: string;
};

export function narrowedTo(selection: Selection, constraint: Constraint): Selection {
  return { ...selection, constraints: [...selection.constraints, constraint] };
}

/** With the scope as one more constraint. */
export function allConstraints({ scope, constraints }: Pick<Selection, 'scope' | 'constraints'>): Constraint[] {
  if (scope.kind === 'all') return [...constraints];
  const own: Constraint =
    scope.kind === 'own' ? { dimension: 'owner', keys: [scope.userId] } : { dimension: 'department', keys: scope.ids };
  return [...constraints, own];
}

/** Whether a column of the rollups has one of the keys. A single key uses `=`: then its index returns rows by time. */
export function hasKey(column: Sql, { dimension, keys }: Constraint): Condition {
  const of = sql`select id from access_keys where dimension = ${numberOf(dimension)}`;
  return keys.length === 1
    ? sql`${column} = (${of} and key = ${keys[0]})`
    : sql`${column} = any (array(${of} and key = any (${keys}::text[])))`;
}

/** The same for events. */
export function eventCondition({ dimension, keys }: Constraint): Condition {
  const [column, type] = [eventColumn(dimension), eventColumnType(dimension)];
  return keys.length === 1 ? sql`${column} = ${keys[0]}::${type}` : sql`${column} = any (${keys}::${type}[])`;
}

export function eventHasNo(dimension: EventDimension): Condition {
  return sql`${eventColumn(dimension)} is null`;
}

/** Events that a person may see: all, their departments', or those about what they owned. */
export function eventScope(scope: DataScope): Condition {
  if (scope.kind === 'all') return sql`true`;
  if (scope.kind === 'own') return sql`access_events.owner_id = ${scope.userId}`;
  return eventCondition({ dimension: 'department', keys: scope.ids });
}

export function eventDays({ from, to }: Days, timeZone: string): Condition {
  return sql`access_events.at >= (${from}::date)::timestamp at time zone ${timeZone}
    and access_events.at < (${to}::date + 1)::timestamp at time zone ${timeZone}`;
}

/** The events of a selection, without robots. */
export function selectedEvents({ scope, constraints, days, timeZone }: Selection): Condition {
  const conditions = [eventScope(scope), eventDays(days, timeZone), sql`not access_events.robot`];
  return sql`(${sql.join([...conditions, ...constraints.map(eventCondition)], sql` and `)})`;
}
