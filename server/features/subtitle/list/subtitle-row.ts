import type { SubtitleRow } from '@lectern/contract/features/subtitle.ts';
import { sql } from 'kysely';
import { presentTrack } from '../subtitle.presenter.ts';
import { type TrackRecord, trackColumns, trackJoins } from '../subtitle-record.ts';

/** A video of the list, as the database gives it. */
export type SubtitleListRecord = {
  resource_id: string;
  title: string;
  resource_state: SubtitleRow['resource']['state'];
  format: string;
  thumbnail_id: string | null;
  duration_seconds: number | null;
  language: string | null;
  owner_id: string;
  owner_name: string;
  problems: number;
  stale: boolean;
  tracks: TrackRecord[];
  speech: SubtitleRow['speech'];
  work: SubtitleRow['work'];
  changed_at: Date;
};

export const subtitleJoins = sql`
  join resources on resources.id = subtitle_sets.resource_id
  join users owner on owner.id = resources.owner_id`;

const workOf = (kind: 'asr' | 'subtitle') => sql`(
  select jsonb_build_object('state', state, 'progress', progress, 'cause', cause, 'causeCode', cause_code) from jobs
  where jobs.version_id = resources.version_id and jobs.kind = ${sql.lit(kind)})`;

export const subtitleColumns = sql`subtitle_sets.resource_id, resources.title, resources.state as resource_state,
  resources.format, resources.thumbnail_id, resources.duration_seconds, resources.language, resources.owner_id,
  owner.name as owner_name, subtitle_sets.problems, subtitle_sets.stale, subtitle_sets.changed_at,
  (select coalesce(jsonb_agg(to_jsonb(track) order by track.is_default desc, track.language), '[]') from (
    select ${trackColumns} from subtitles ${trackJoins}
    where subtitles.resource_id = subtitle_sets.resource_id and subtitles.deleted_at is null) track) as tracks,
  ${workOf('asr')} as speech, ${workOf('subtitle')} as work`;

export function presentSubtitles(row: SubtitleListRecord): SubtitleRow {
  return {
    id: row.resource_id,
    resource: {
      title: row.title,
      state: row.resource_state,
      format: row.format,
      thumbnail: row.thumbnail_id && `/resources/${row.resource_id}/renditions/${row.thumbnail_id}`,
      durationMs: row.duration_seconds === null ? null : Math.round(row.duration_seconds * 1000),
      language: row.language,
      owner: { id: row.owner_id, name: row.owner_name },
    },
    tracks: row.tracks.map(presentTrack),
    problems: row.problems,
    stale: row.stale,
    speech: row.speech,
    work: row.work,
    changedAt: row.changed_at.toISOString(),
  };
}
