import { type AccessDimension, accessDimensions } from '@lectern/contract/statistics/access-dimension.ts';
import { type RawBuilder, sql } from 'kysely';

export type Sql = RawBuilder<unknown>;

export const columnList = (names: readonly string[]): Sql => sql.join(names.map((name) => sql.id(name)));

/** What an event can be grouped by. */
export const eventDimensions = [...accessDimensions, 'resource', 'chapter', 'owner'] as const;
export type EventDimension = (typeof eventDimensions)[number];

/** Dimensions that exist only in the rollups; `missed`: searches without a result. */
const rollupDimensions = [...eventDimensions, 'term', 'hour', 'hundredth', 'missed'] as const;
type RollupDimension = (typeof rollupDimensions)[number];

/** How the rollups and `access_keys` store a dimension: by its place, from 1. */
export const numberOf = (dimension: RollupDimension): Sql => sql.lit(rollupDimensions.indexOf(dimension) + 1);

/** Keys of the rollups that are no id of `access_keys`. */
export const total = sql.lit(0);
export const robots = sql.lit(-1);

const columns: Record<EventDimension, string> = {
  kind: 'kind',
  college: 'college_id',
  department: 'department_id',
  subject: 'subject_id',
  column: 'column_id',
  course: 'course_id',
  role: 'role',
  device: 'device',
  site: 'key_id',
  resource: 'resource_id',
  chapter: 'chapter_id',
  owner: 'owner_id',
};
const wordDimensions: ReadonlySet<EventDimension> = new Set<AccessDimension>(['kind', 'role', 'device']);

/** Dimensions that are summed in pairs with each other. */
export const isAccessDimension = (dimension: EventDimension | undefined): boolean =>
  (accessDimensions as readonly (EventDimension | undefined)[]).includes(dimension);

export const eventColumn = (dimension: EventDimension): Sql => sql`access_events.${sql.id(columns[dimension])}`;
/** Keys are compared in the column's own type, so that indexes apply. */
export const eventColumnType = (dimension: EventDimension): Sql =>
  wordDimensions.has(dimension) ? sql`text` : sql`uuid`;

/** A key that is no id must not reach a column of ids. */
export function isPossibleKey(dimension: EventDimension, key: string): boolean {
  return wordDimensions.has(dimension) || /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(key);
}

/** Pairs of dimensions with sums, the lower number first. Hours are paired with the total, too. */
export const rollupPairs: readonly (readonly [EventDimension, EventDimension])[] = [
  ...accessDimensions.flatMap((one, place) => accessDimensions.slice(place + 1).map((other) => [one, other] as const)),
  ['course', 'resource'],
  ['course', 'chapter'],
  ['resource', 'chapter'],
];

export const inRollupOrder = (one: RollupDimension, other: RollupDimension): number =>
  rollupDimensions.indexOf(one) - rollupDimensions.indexOf(other);

/** The table that knows the name of a key today; words have none. */
export const namedTables = {
  college: { table: 'colleges', name: 'name' },
  department: { table: 'departments', name: 'name' },
  subject: { table: 'subjects', name: 'name' },
  column: { table: 'columns', name: 'name' },
  course: { table: 'courses', name: 'name' },
  site: { table: 'api_keys', name: 'name' },
  resource: { table: 'resources', name: 'title' },
  chapter: { table: 'chapters', name: 'title' },
} as const;
export type NamedDimension = keyof typeof namedTables;
export const namedDimensions = Object.keys(namedTables) as NamedDimension[];

/** The current name of a key; null where it is gone or has none. */
export function currentName(dimension: Sql, key: Sql): Sql {
  const cases = namedDimensions.map((name) => {
    const { table, name: column } = namedTables[name];
    return sql`when ${numberOf(name)} then (select ${sql.id(column)} from ${sql.table(table)} where id = ${key}::uuid)`;
  });
  return sql`case ${dimension} ${sql.join(cases, sql` `)} end`;
}
