import type { Cue } from '@lectern/contract/subtitle/cue.ts';
import { unwrapped } from '@lectern/contract/subtitle/cue-measure.ts';
import { sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';
import { newId } from '../../platform/new-id.ts';
import { deletePassages, insertSubtitlePassages } from '../passage/public.ts';
import {
  findCurrentReadingId,
  judgeTracks,
  listCurrentCues,
  listTracks,
  replaceChunks,
} from './subtitle.repository.ts';

const found = new Set(['checked', 'published']);

/**
 * Replaces the passages of checked and published tracks of the current file, for search and scans. A track equal to
 * the transcript adds none, because the transcript has its own.
 */
export async function renewPassages(transaction: Executor, resourceId: string): Promise<void> {
  const { rows } = await sql<{ version_id: string; spoken: string }>`
    select resources.version_id, coalesce((
      select string_agg(text, ' ' order by position) from passages where resource_id = ${resourceId} and source = 'speech'
    ), '') as spoken from resources where id = ${resourceId}`.execute(transaction);
  const [resource] = rows;
  const tracks = (await listTracks(transaction, resourceId)).filter(
    (track) => found.has(track.state) && track.version_id === resource?.version_id,
  );
  const cues = await listCurrentCues(
    transaction,
    tracks.map(({ id }) => id),
  );
  const spoken = lettersOf(resource?.spoken ?? '');
  const passages = tracks.flatMap(({ id, language }) => {
    const own = cues.get(id) ?? [];
    return lettersOf(own.map(({ text }) => text).join(' ')) === spoken ? [] : own.map((cue) => ({ ...cue, language }));
  });
  await replacePassages(transaction, resourceId, passages);
}

function lettersOf(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();
}

/** Writes nothing if nothing changed, so no re-scan is triggered. */
async function replacePassages(
  transaction: Executor,
  resourceId: string,
  passages: readonly (Cue & { language: string })[],
): Promise<void> {
  const wanted = passages.map((passage) => ({ ...passage, text: unwrapped(passage.text) })).filter(({ text }) => text);
  const { rows } = await sql<{ language: string; startMs: number; endMs: number; text: string }>`
    select language, start_ms as "startMs", end_ms as "endMs", text from passages
    where resource_id = ${resourceId} and source = 'subtitle' order by position`.execute(transaction);
  if (JSON.stringify(rows.map(keyOf)) === JSON.stringify(wanted.map(keyOf))) return;
  await deletePassages(transaction, { resourceId, source: 'subtitle' });
  if (wanted.length > 0) await insertSubtitlePassages(transaction, resourceId, wanted);
}

function keyOf(passage: { language: string; startMs: number; endMs: number; text: string }): unknown[] {
  return [passage.language, passage.startMs, passage.endMs, passage.text];
}

/** Carries subtitles along when the same file becomes a new version or another resource. */
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
  await judgeTracks(transaction, resourceId);
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
  await replaceChunks(transaction, id);
}
