import { type AccessDimension, accessDimensions } from '@lectern/contract/statistics/access-dimension.ts';
import { type RawBuilder, sql } from 'kysely';

export type Sql = RawBuilder<unknown>;

/** What an event can be grouped by. */
export const eventDimensions = [...accessDimensions, 'resource', 'chapter', 'owner'] as const;
export type EventDimension = (typeof eventDimensions)[number];

/** Dimensions that exist only in the rollups; `missed`: searches without a result. */
type RollupDimension = EventDimension | 'term' | 'hour' | 'hundredth' | 'missed';

/** How the rollups and `access_keys` store dimensions. */
const dimensionNumbers: Record<RollupDimension, number> = {
  ...{ kind: 1, college: 2, department: 3, subject: 4, column: 5, course: 6, role: 7, device: 8, site: 9 },
  ...{ resource: 10, chapter: 11, owner: 12, term: 13, hour: 14, hundredth: 15, missed: 16 },
};
export const numberOf = (dimension: RollupDimension): Sql => sql.lit(dimensionNumbers[dimension]);

/** Keys of the rollups that are no id of `access_keys`. */
export const total = sql.lit(0);
export const robots = sql.lit(-1);

const columns: Record<EventDimension, { column: Sql; type: Sql }> = {
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

/** In its own type, so that indexes apply. */
export const eventColumn = (dimension: EventDimension): Sql => columns[dimension].column;
export const eventColumnType = (dimension: EventDimension): Sql => columns[dimension].type;

const wordDimensions: ReadonlySet<EventDimension> = new Set<AccessDimension>(['kind', 'role', 'device']);

function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}

/** A key that is no id must not reach a column of ids. */
export function isPossibleKey(dimension: EventDimension, key: string): boolean {
  return wordDimensions.has(dimension) || isUuid(key);
}

/** Pairs of dimensions with sums, the lower number first. Hours are paired with the total, too. */
export const rollupPairs: readonly (readonly [EventDimension, EventDimension])[] = [
  ...accessDimensions.flatMap((one, place) => accessDimensions.slice(place + 1).map((other) => [one, other] as const)),
  ...([
    ['course', 'resource'],
    ['course', 'chapter'],
    ['resource', 'chapter'],
  ] as const),
];

export const inRollupOrder = (one: RollupDimension, other: RollupDimension): number =>
  dimensionNumbers[one] - dimensionNumbers[other];

/** The table that knows the name of a key today; words have none. */
export const namedTables: Partial<Record<EventDimension, { table: string; name: string }>> = {
  college: { table: 'colleges', name: 'name' },
  department: { table: 'departments', name: 'name' },
  subject: { table: 'subjects', name: 'name' },
  column: { table: 'columns', name: 'name' },
  course: { table: 'courses', name: 'name' },
  site: { table: 'api_keys', name: 'name' },
  resource: { table: 'resources', name: 'title' },
  chapter: { table: 'chapters', name: 'title' },
};

/** The current name of a key; null where it is gone or has none. */
export function currentName(dimension: Sql, key: Sql): Sql {
  const cases = Object.entries(namedTables).map(
    ([of, { table, name }]) => sql`when ${numberOf(of as EventDimension)} then
      (select ${sql.id(name)} from ${sql.table(table)} where id = ${key}::uuid)`,
  );
  return sql`case ${dimension} ${sql.join(cases, sql` `)} end`;
}
