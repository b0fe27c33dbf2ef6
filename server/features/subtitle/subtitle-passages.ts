import type { Cue } from '@lectern/contract/subtitle/cue.ts';
import { unwrapped } from '@lectern/contract/subtitle/cue-measure.ts';
import { sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';
import { deletePassages, insertSubtitlePassages } from '../passage/public.ts';
import { listTracks } from './subtitle.repository.ts';
import { listCurrentCues } from './subtitle-text.repository.ts';

const found = new Set(['checked', 'published']);

/**
 * What search finds of the subtitles, and scans look at: of tracks that somebody vouches for, made for the file that is
 * shown. One that says the same as the transcript is in there already.
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

/** Nothing is written where nothing has changed: nobody has to be scanned again. */
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
