import { type RawBuilder, sql } from 'kysely';

type Sql = RawBuilder<unknown>;

/** What the sums call what they are summed by. */
export const heldDimensions = { all: 0, kind: 1, format: 2, subject: 3, department: 4, owner: 5 } as const;
export type HeldDimension = keyof typeof heldDimensions;

/** What the sums call whose they are: everything, what everybody sees, and the rest of each department. */
export const heldScopes = { all: 0, published: 1, rest: 2 } as const;

export const heldKeys: Record<HeldDimension, Sql> = {
  all: sql`null::text`,
  kind: sql`resources.kind`,
  format: sql`resources.format`,
  subject: sql`resources.subject_id::text`,
  department: sql`resources.department_id::text`,
  owner: sql`resources.owner_id::text`,
};

/** Published subtitles in any language. */
const hasSubtitles = sql`exists (select from subtitles where subtitles.resource_id = resources.id
  and subtitles.state = 'published' and subtitles.deleted_at is null)`;

/** Nobody ever did anything with it. */
export const neverUsed = sql`not exists (select from access_keys
  where access_keys.dimension = 10 and access_keys.key = resources.id::text)`;

const isHeard = sql`resources.kind in ('video', 'audio')`;

/** What is summed, of one resource. */
const measures = {
  resources: sql`1`,
  bytes: sql`resources.size_bytes`,
  play_ms: sql`coalesce(round(resources.duration_seconds::numeric * 1000), 0)::bigint`,
  pages: sql`coalesce(resources.page_count, 0)`,
  with_text: sql`resources.has_text::integer`,
  heard: sql`(${isHeard})::integer`,
  subtitled: sql`(${isHeard} and ${hasSubtitles})::integer`,
  never_used: sql`(${neverUsed})::integer`,
} satisfies Record<string, Sql>;
export type HeldMeasure = keyof typeof measures;
export const heldMeasures = Object.keys(measures) as HeldMeasure[];

export const measuresOfResource = (wanted: readonly HeldMeasure[]): Sql =>
  sql.join(wanted.map((name) => sql`${measures[name]} as ${sql.id(name)}`));

export const summedMeasures = (wanted: readonly HeldMeasure[]): Sql =>
  sql.join(wanted.map((name) => sql`coalesce(sum(${sql.id(name)}), 0)::bigint as ${sql.id(name)}`));

/** The day on which a resource was added. */
export const addedOn = (timeZone: string): Sql => sql`(resources.created_at at time zone ${timeZone})::date`;

/** In a month of a time zone, as a condition that an index on the time can answer. */
export const addedIn = (month: Sql, timeZone: string): Sql => sql`
  resources.created_at >= ${month}::timestamp at time zone ${timeZone}
  and resources.created_at < (${month} + interval '1 month') at time zone ${timeZone}`;

export const isHeld = sql`resources.state not in ('trashed', 'purged')`;
