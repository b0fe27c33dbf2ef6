import { type AccessDimension, accessDimensions } from '@lectern/contract/statistics/access-dimension.ts';
import { type RawBuilder, sql } from 'kysely';

/** What the sums call dimensions; resources, chapters and owners are counted in tables of their own. */
export const dimensionNumbers = {
  kind: 1,
  college: 2,
  department: 3,
  subject: 4,
  column: 5,
  course: 6,
  role: 7,
  device: 8,
  site: 9,
  resource: 10,
  chapter: 11,
  owner: 12,
} as const satisfies Record<AccessDimension | 'resource' | 'chapter' | 'owner', number>;
export type CellDimension = keyof typeof dimensionNumbers;
export const cellDimensions = Object.keys(dimensionNumbers) as CellDimension[];

/** Keys that are no key of a dimension. */
export const everything = 0;
export const robots = -1;

/** Where an event tells its key, as text. */
export const eventKeys: Record<CellDimension, RawBuilder<unknown>> = {
  kind: sql`kind`,
  college: sql`college_id::text`,
  department: sql`department_id::text`,
  subject: sql`subject_id::text`,
  column: sql`column_id::text`,
  course: sql`course_id::text`,
  role: sql`role`,
  device: sql`device`,
  site: sql`key_id::text`,
  resource: sql`resource_id::text`,
  chapter: sql`chapter_id::text`,
  owner: sql`owner_id::text`,
};

/** What is summed, of an event as it is kept. */
export const measureColumns = [
  ...(['views', 'plays', 'downloads', 'searches', 'clicks', 'play_ms', 'opened_ms', 'watched_ms'] as const),
];
export type MeasureColumn = (typeof measureColumns)[number];

export const sumColumns: RawBuilder<unknown> = sql.join(measureColumns.map((name) => sql.id(name)));

/** What of events is needed to tell how much of recordings is played; those without a length tell nothing. */
export const isRecording = (kind: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`${kind} in ('video', 'audio') and length_ms > 0`;
export const completionSums: RawBuilder<unknown> = sql`
  coalesce(sum(length_ms) filter (where action = 'view' and ${isRecording(sql`access_events.kind`)}), 0)::bigint as opened_ms,
  coalesce(sum(round(seconds::numeric * 1000)) filter (where action = 'play' and ${isRecording(sql`access_events.kind`)}), 0)::bigint
    as watched_ms`;

/** Viewers are people who viewed: a search or a download alone makes nobody one. */
export const isViewing: RawBuilder<unknown> = sql`(viewer is not null and action = 'view')`;

export const measureSums: RawBuilder<unknown> = sql`
  count(*) filter (where action = 'view')::integer as views,
  count(*) filter (where action = 'play')::integer as plays,
  count(*) filter (where action = 'download')::integer as downloads,
  count(*) filter (where action = 'search')::integer as searches,
  count(*) filter (where action = 'click')::integer as clicks,
  coalesce(sum(round(seconds::numeric * 1000)) filter (where action = 'play'), 0)::bigint as play_ms,
  ${completionSums}`;

/** Some of it, and all of it, of sums. */
export const sumsOf = (columns: readonly MeasureColumn[]): RawBuilder<unknown> =>
  sql.join(columns.map((name) => sql`sum(${sql.id(name)})::bigint as ${sql.id(name)}`));
export const sumsOfSums: RawBuilder<unknown> = sumsOf(measureColumns);

export const pairedDimensions: readonly AccessDimension[] = accessDimensions;
