import { type AccessDimension, accessDimensions } from '@lectern/contract/statistics/access-dimension.ts';
import { type RawBuilder, sql } from 'kysely';

export type Sql = RawBuilder<unknown>;

export const columnList = (names: readonly string[]): Sql => sql.join(names.map((name) => sql.id(name)));

/** Everything events can be grouped by. */
export const eventDimensions = [...accessDimensions, 'resource', 'chapter', 'owner'] as const;
export type EventDimension = (typeof eventDimensions)[number];

/** Includes dimensions that only rollups have; `missed`: searches without results. */
const rollupDimensions = [...eventDimensions, 'term', 'hour', 'hundredth', 'missed'] as const;
type RollupDimension = (typeof rollupDimensions)[number];

/** Rollups and `access_keys` store a dimension as its position, starting at 1. */
export const numberOf = (dimension: RollupDimension): Sql => sql.lit(rollupDimensions.indexOf(dimension) + 1);

/** Rollup keys that are not ids in `access_keys`. */
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

/** Whether the dimension is summed in pairs with the other access dimensions. */
export const isAccessDimension = (dimension: EventDimension | undefined): boolean =>
  (accessDimensions as readonly (EventDimension | undefined)[]).includes(dimension);

export const eventColumn = (dimension: EventDimension): Sql => sql`access_events.${sql.id(columns[dimension])}`;
/** Compares keys in the column's own type, so that indexes apply. */
export const eventColumnType = (dimension: EventDimension): Sql =>
  wordDimensions.has(dimension) ? sql`text` : sql`uuid`;

/** Prevents casting a key that is not a UUID to `uuid`. */
export function isPossibleKey(dimension: EventDimension, key: string): boolean {
  return wordDimensions.has(dimension) || /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(key);
}

/** Pairs of dimensions that have sums, in rollup order; hours are also paired with the total. */
export const rollupPairs: readonly (readonly [EventDimension, EventDimension])[] = [
  ...accessDimensions.flatMap((one, place) => accessDimensions.slice(place + 1).map((other) => [one, other] as const)),
  ['course', 'resource'],
  ['course', 'chapter'],
  ['resource', 'chapter'],
];

export const inRollupOrder = (one: RollupDimension, other: RollupDimension): number =>
  rollupDimensions.indexOf(one) - rollupDimensions.indexOf(other);

/** Where the current name of a key is stored; plain-text dimensions have none. */
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

/** The current name of a key; null when it is gone or has none. */
export function currentName(dimension: Sql, key: Sql): Sql {
  const cases = namedDimensions.map((name) => {
    const { table, name: column } = namedTables[name];
    return sql`when ${numberOf(name)} then (select ${sql.id(column)} from ${sql.table(table)} where id = ${key}::uuid)`;
  });
  return sql`case ${dimension} ${sql.join(cases, sql` `)} end`;
}
