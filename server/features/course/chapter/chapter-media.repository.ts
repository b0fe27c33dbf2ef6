import type { ChapterMedia } from '@lectern/contract/features/chapter-media.ts';
import type { ResourceKind } from '@lectern/contract/features/resource-state.ts';
import { sql } from 'kysely';
import type { Executor } from '../../../platform/db/database.ts';
import type { Condition } from '../../../platform/list/list-source.ts';
import { hasMasks, showsMasks } from '../../review/public.ts';

export type PlacedResource = {
  resource_id: string;
  version_id: string;
  kind: ResourceKind;
  title: string;
  format: string;
  size_bytes: number;
  duration_seconds: number | null;
  facts: Record<string, unknown>;
  has_file: boolean;
};

/** The resource of a place in a chapter, where the person may read both the course and the resource. */
export async function findPlaced(
  db: Executor,
  { id, itemId }: { id: string; itemId: string },
  readable: { course: Condition; resource: Condition },
): Promise<PlacedResource | undefined> {
  const { rows } = await sql<PlacedResource>`
    select resources.id as resource_id, version.id as version_id, resources.kind, resources.title, version.format,
      version.size_bytes, version.duration_seconds, version.facts,
      (not ${hasMasks} or exists (select from masked_files masked
        where masked.version_id = version.id and masked.rendition_id is null)) as has_file
    from chapter_resources items
      join chapters on chapters.id = items.chapter_id
      join courses on courses.id = chapters.course_id
      join resources on resources.id = items.resource_id
      join resource_versions version on version.id = resources.version_id
    where items.id = ${itemId} and chapters.id = ${id} and resources.state not in ('trashed', 'purged')
      and ${readable.course} and ${readable.resource}`.execute(db);
  return rows[0];
}

/** What players need, where nothing masked can be seen in it. */
export async function listPlayed(db: Executor, resourceId: string): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; kind: string }>`
    select renditions.id, renditions.kind
    from resources join renditions on renditions.version_id = resources.version_id
      left join masked_files masked on masked.rendition_id = renditions.id
    where resources.id = ${resourceId} and renditions.kind in ('video', 'audio', 'poster', 'peaks', 'thumbnail')
      and renditions.page = 0 and (masked.file_id is not null or not (${showsMasks}))`.execute(db);
  return new Map(rows.map(({ kind, id }) => [kind, id]));
}

type TrackRow = Pick<ChapterMedia['tracks'][number], 'language' | 'label'> & { id: string; is_default: boolean };

export async function listPublishedTracks(db: Executor, resourceId: string): Promise<TrackRow[]> {
  const { rows } = await sql<TrackRow>`
    select id, language, label, is_default from subtitles
    where resource_id = ${resourceId} and state = 'published' and deleted_at is null
    order by is_default desc, language`.execute(db);
  return rows;
}
