import type {
  SubtitleOrigin,
  SubtitleState,
  SubtitleTrack,
  SubtitleVersion,
} from '@lectern/contract/features/subtitle.ts';
import { sql } from 'kysely';

export function presentTrack(row: TrackRecord): SubtitleTrack {
  return {
    id: row.id,
    resourceId: row.resource_id,
    language: row.language,
    label: row.label,
    state: row.state,
    isDefault: row.is_default,
    stale: row.stale,
    behind: row.behind,
    cues: row.cues,
    problems: row.problems,
    number: row.number,
    origin: row.origin,
    offered: row.offered,
    version: row.version,
    changedAt: new Date(row.changed_at).toISOString(),
    changedBy: row.changed_by_name,
    url: row.state === 'published' ? publishedUrl(row) : null,
  };
}

/** The URL changes with every version, so players never show a cached old text. */
function publishedUrl({ resource_id, language, version }: TrackRecord): string {
  return `/resources/${resource_id}/subtitles/${language}.vtt?v=${version}`;
}

export function presentText(row: TextRecord, currentId: string): SubtitleVersion {
  return {
    id: row.id,
    number: row.number,
    origin: row.origin,
    current: row.id === currentId,
    cues: row.cues,
    problems: row.problems,
    engine: row.engine,
    note: row.note,
    createdAt: row.created_at.toISOString(),
    createdBy: row.created_by_name,
  };
}

/** A track as the database returns it; inside lists, its timestamps are strings. */
export type TrackRecord = {
  id: string;
  resource_id: string;
  version_id: string;
  language: SubtitleTrack['language'];
  label: string;
  state: SubtitleState;
  is_default: boolean;
  stale: boolean;
  behind: boolean;
  text_id: string;
  number: number;
  origin: SubtitleOrigin;
  cues: number;
  problems: number;
  reading_id: string | null;
  offered: number | null;
  version: number;
  changed_at: Date | string;
  changed_by_name: string | null;
  checked_at: Date | string | null;
  deleted_at: Date | string | null;
};

export const trackColumns = sql`subtitles.id, subtitles.resource_id, subtitles.version_id, subtitles.language,
  subtitles.label, subtitles.state, subtitles.is_default, subtitles.stale,
  subtitles.stale and exists (select from resources where resources.id = subtitles.resource_id
    and resources.version_id = subtitles.version_id) as behind, subtitles.text_id, subtitles.number,
  subtitles.origin, subtitles.cues, subtitles.problems, subtitles.reading_id, subtitles.offered, subtitles.version,
  subtitles.changed_at, changer.name as changed_by_name, subtitles.checked_at, subtitles.deleted_at`;
export const trackJoins = sql`left join users changer on changer.id = subtitles.changed_by`;

/** A text version without its cues. */
export type TextRecord = {
  id: string;
  subtitle_id: string;
  number: number;
  origin: SubtitleOrigin;
  cues: number;
  problems: number;
  engine: string | null;
  reading_id: string | null;
  note: string;
  created_at: Date;
  created_by_name: string | null;
};

export const textColumns = sql`subtitle_versions.id, subtitle_versions.subtitle_id, subtitle_versions.number,
  subtitle_versions.origin, subtitle_versions.cues, subtitle_versions.problems, subtitle_versions.engine,
  subtitle_versions.reading_id, subtitle_versions.note, subtitle_versions.created_at, maker.name as created_by_name`;
