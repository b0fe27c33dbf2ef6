import { sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';
import { newId } from '../../platform/new-id.ts';
import { listTracks } from './subtitle.repository.ts';
import { renewPassages } from './subtitle-passages.ts';
import { findCurrentReadingId } from './transcript.repository.ts';

/** The same file again, as a version or as another resource: its subtitles go along. */
export async function copySubtitles(transaction: Executor, { from, to }: { from: string; to: string }): Promise<void> {
  const { rows } = await sql<{ id: string; resource_id: string }>`
    select id, resource_id from resource_versions where id in (${from}, ${to})`.execute(transaction);
  const original = rows.find((row) => row.id === from)?.resource_id;
  const resourceId = rows.find((row) => row.id === to)?.resource_id;
  if (!original || !resourceId) return;
  const readingId = await findCurrentReadingId(transaction, resourceId);
  if (original === resourceId) {
    await sql`
      update subtitles set version_id = ${to}, reading_id = case when reading_id is not null then ${readingId}::uuid end
      where resource_id = ${resourceId} and version_id = ${from}`.execute(transaction);
  } else {
    const tracks = (await listTracks(transaction, original)).filter((track) => track.version_id === from);
    for (const { id } of tracks) await copyTrack(transaction, id, { resourceId, versionId: to, readingId });
  }
  await renewPassages(transaction, resourceId);
}

type Place = { resourceId: string; versionId: string; readingId: string | null };

async function copyTrack(
  transaction: Executor,
  from: string,
  { resourceId, versionId, readingId }: Place,
): Promise<void> {
  const [id, textId] = [newId(), newId()];
  await sql`
    insert into subtitles (id, resource_id, version_id, language, label, state, is_default, text_id, number, origin, cues,
      problems, reading_id, changed_by, checked_by, checked_at, published_by, published_at)
    select ${id}, ${resourceId}, ${versionId}, language, label, state, is_default, ${textId}, 1, origin, cues, problems,
      case when reading_id is not null then ${readingId}::uuid end, changed_by, checked_by, checked_at, published_by,
      published_at
    from subtitles where id = ${from}`.execute(transaction);
  await sql`
    insert into subtitle_versions (id, subtitle_id, number, origin, content, cues, problems, engine, options, reading_id,
      note, created_by)
    select ${textId}, ${id}, 1, text.origin, text.content, text.cues, text.problems, text.engine, text.options,
      case when text.reading_id is not null then ${readingId}::uuid end, text.note, text.created_by
    from subtitle_versions text join subtitles on subtitles.text_id = text.id where subtitles.id = ${from}`.execute(
    transaction,
  );
}
