import type { SubtitleTrack, SubtitleVersion } from '@lectern/contract/features/subtitle.ts';
import type { TextRecord, TrackRecord } from './subtitle-record.ts';

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

/** Another text has another address: players keep none of what it was before. */
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
