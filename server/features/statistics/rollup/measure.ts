import type { AccessMeasure } from '@lectern/contract/statistics/access-dimension.ts';
import { sql } from 'kysely';
import type { Sql } from './dimension.ts';

const isAction = (action: string): Sql => sql`action = ${sql.lit(action)}`;
const isRecording = sql`access_events.kind in ('video', 'audio') and length_ms > 0`;
const playedMs = sql`coalesce(round(seconds::numeric * 1000), 0)::bigint`;

/**
 * What a row of `access_events` adds to each sum, in column order. `opened_ms`: length of viewed recordings;
 * `watched_ms`: play time of recordings of known length.
 */
const measures = {
  views: { where: isAction('view'), value: sql`1` },
  plays: { where: isAction('play'), value: sql`1` },
  downloads: { where: isAction('download'), value: sql`1` },
  searches: { where: isAction('search'), value: sql`1` },
  clicks: { where: isAction('click'), value: sql`1` },
  play_ms: { where: isAction('play'), value: playedMs },
  opened_ms: { where: sql`${isAction('view')} and ${isRecording}`, value: sql`length_ms::bigint` },
  watched_ms: { where: sql`${isAction('play')} and ${isRecording}`, value: playedMs },
};
type MeasureColumn = keyof typeof measures;
export const measureColumns = Object.keys(measures) as MeasureColumn[];
export type Sums = Record<MeasureColumn, number>;
export const noSums = Object.fromEntries(measureColumns.map((name) => [name, 0])) as Sums;

export function addSums(one: Sums, other: Sums): Sums {
  return Object.fromEntries(measureColumns.map((name) => [name, one[name] + other[name]])) as Sums;
}

export function subtractSums(one: Sums, other: Sums): Sums {
  return Object.fromEntries(measureColumns.map((name) => [name, one[name] - other[name]])) as Sums;
}

/** Only people who viewed something are viewers; searches and downloads don't count. */
export const isViewing: Sql = sql`(viewer is not null and action = 'view')`;

/** The measure columns of a single event. */
export const eventColumns: Sql = sql.join(
  Object.entries(measures).map(([name, { where, value }]) => {
    return sql`case when ${where} then ${value} else 0 end as ${sql.id(name)}`;
  }),
);

/** The measure columns summed over events. */
export const eventSums: Sql = sql.join(
  Object.entries(measures).map(([name, { where, value }]) => {
    return sql`coalesce(sum(${value}) filter (where ${where}), 0)::bigint as ${sql.id(name)}`;
  }),
);

/** Adds up columns that are already sums. */
export const sumsOf = (columns: readonly MeasureColumn[] = measureColumns): Sql =>
  sql.join(columns.map((name) => sql`coalesce(sum(${sql.id(name)}), 0)::bigint as ${sql.id(name)}`));

export type SummedMeasure = Exclude<AccessMeasure, 'viewers'>;

/** Completion is play time divided by the length of all viewed recordings; null when none was viewed. */
export function figuresOf(sums: Sums) {
  const { views, plays, downloads, searches, clicks, play_ms: playMs, opened_ms: openedMs } = sums;
  return {
    views,
    plays,
    downloads,
    searches,
    clicks,
    events: views + plays + downloads + searches + clicks,
    playSeconds: playMs / 1000,
    completion: openedMs > 0 ? sums.watched_ms / openedMs : null,
  };
}

/** The columns each measure is computed from. */
export const columnsOf: Record<SummedMeasure, readonly MeasureColumn[]> = {
  views: ['views'],
  plays: ['plays'],
  downloads: ['downloads'],
  searches: ['searches'],
  clicks: ['clicks'],
  playSeconds: ['play_ms'],
  completion: ['opened_ms', 'watched_ms'],
  events: ['views', 'plays', 'downloads', 'searches', 'clicks'],
};

/** Groups are ranked by this. Completion ranks by length viewed: a ratio of few views says little. */
export function rankingOf(measure: SummedMeasure): Sql {
  const columns = measure === 'completion' ? (['opened_ms'] as const) : columnsOf[measure];
  return sql`(${sql.join(
    columns.map((name) => sql.id(name)),
    sql` + `,
  )})`;
}
