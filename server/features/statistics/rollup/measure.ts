import type { AccessMeasure } from '@lectern/contract/statistics/access-dimension.ts';
import { sql } from 'kysely';
import { eventColumn, type Sql } from './dimension.ts';

const eventColumns = ['views', 'plays', 'downloads', 'searches', 'clicks'] as const;
/** `opened_ms`: the length of viewed recordings; `watched_ms`: play time of recordings whose length is known. */
export const measureColumns = [...eventColumns, 'play_ms', 'opened_ms', 'watched_ms'] as const;
type MeasureColumn = (typeof measureColumns)[number];
export type Sums = Record<MeasureColumn, number>;
export const noSums = Object.fromEntries(measureColumns.map((name) => [name, 0])) as Sums;

export function addSums(one: Sums, other: Sums): Sums {
  return Object.fromEntries(measureColumns.map((name) => [name, one[name] + other[name]])) as Sums;
}

export function subtractSums(one: Sums, other: Sums): Sums {
  return Object.fromEntries(measureColumns.map((name) => [name, one[name] - other[name]])) as Sums;
}

export const isRecording = (kind: Sql): Sql => sql`${kind} in ('video', 'audio') and length_ms > 0`;

/** Viewers are people who viewed: a search or a download alone does not count. */
export const isViewing: Sql = sql`(viewer is not null and action = 'view')`;

const playedMs = sql`round(seconds::numeric * 1000)`;
const eventsOf = (action: string, name: string) =>
  sql`count(*) filter (where action = ${sql.lit(action)})::integer as ${sql.id(name)}`;

/** The measures of a set of `access_events`. */
export const eventSums: Sql = sql`
  ${eventsOf('view', 'views')}, ${eventsOf('play', 'plays')}, ${eventsOf('download', 'downloads')},
  ${eventsOf('search', 'searches')}, ${eventsOf('click', 'clicks')},
  coalesce(sum(${playedMs}) filter (where action = 'play'), 0)::bigint as play_ms,
  coalesce(sum(length_ms) filter (where action = 'view' and ${isRecording(eventColumn('kind'))}), 0)::bigint as opened_ms,
  coalesce(sum(${playedMs}) filter (where action = 'play' and ${isRecording(eventColumn('kind'))}), 0)::bigint as watched_ms`;

/** The sums of sums. */
export const sumsOf = (columns: readonly MeasureColumn[] = measureColumns): Sql =>
  sql.join(columns.map((name) => sql`coalesce(sum(${sql.id(name)}), 0)::bigint as ${sql.id(name)}`));

export type SummedMeasure = Exclude<AccessMeasure, 'viewers'>;

/** Null: no recording was viewed, so there is no completion. */
export function measureOf(sums: Sums, measure: SummedMeasure): number | null {
  switch (measure) {
    case 'playSeconds':
      return sums.play_ms / 1000;
    case 'completion':
      return completionOf(sums);
    case 'events':
      return eventCount(sums);
    default:
      return sums[measure];
  }
}

export function eventCount({ views, plays, downloads, searches, clicks }: Sums): number {
  return views + plays + downloads + searches + clicks;
}

/** Play time divided by the length of all viewed recordings. */
export function completionOf({ watched_ms: watched, opened_ms: opened }: Pick<Sums, 'watched_ms' | 'opened_ms'>) {
  return opened > 0 ? watched / opened : null;
}

const columnsOf: Record<SummedMeasure, readonly MeasureColumn[]> = {
  views: ['views'],
  plays: ['plays'],
  downloads: ['downloads'],
  searches: ['searches'],
  clicks: ['clicks'],
  playSeconds: ['play_ms'],
  completion: ['opened_ms', 'watched_ms'],
  events: eventColumns,
};

export function columnsOfAll(measures: readonly SummedMeasure[]): MeasureColumn[] {
  return [...new Set(measures.flatMap((measure) => columnsOf[measure]))];
}

/** Groups are ranked by this. Completion is ranked by the length viewed: few views say little. */
export function rankingOf(measure: SummedMeasure): Sql {
  const columns = measure === 'completion' ? (['opened_ms'] as const) : columnsOf[measure];
  return sql`(${sql.join(
    columns.map((name) => sql.id(name)),
    sql` + `,
  )})`;
}
