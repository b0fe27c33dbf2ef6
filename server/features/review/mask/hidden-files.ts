import { sql } from 'kysely';
import type { Executor } from '../../../platform/db/database.ts';

/** Masks in the files of a row of `resources`. Subtitles and summaries are not part of its files. */
export const masksInFiles = sql`select from sensitive_masks mask
  where mask.resource_id = resources.id and mask.source in ('document', 'ocr', 'speech')`;

/** Condition on a row of `resource_versions` joined with its resource. */
export const hasMasks = sql`exists (${masksInFiles})`;

/**
 * Condition on a row of `renditions`: whether it shows masked content. Pages show their own masks, document thumbnails
 * those of page 1, burned-in videos any mask, current or from when they were made; waveforms show none, and video
 * images none of those in the audio.
 */
export const showsMasks = sql`case
  when renditions.kind = 'peaks' then false
  when renditions.kind = 'burned' then exists (select from sensitive_masks mask where mask.resource_id = resources.id)
    or exists (select from masked_marks(resources.id, 'subtitle'))
  when renditions.kind in ('poster', 'sprite') or resources.kind in ('video', 'audio') and renditions.kind = 'thumbnail'
    then exists (${masksInFiles} and mask.source <> 'speech')
  when renditions.kind = 'thumbnail' then exists (${masksInFiles}
    and (resources.kind = 'image' or mask.page is null or mask.page = 1))
  when renditions.page = 0 then ${hasMasks}
  else exists (${masksInFiles} and (mask.page is null or mask.page = renditions.page)) end`;

/**
 * Condition on a row of `resources`: whether a file that shows masked content has no redacted copy yet. Until then,
 * others don't get the file.
 */
export const uncovered = sql`(resources.state <> 'purged' and ${hasMasks} and (
  not exists (select from masked_files where version_id = resources.version_id and rendition_id is null)
  or exists (select from renditions where renditions.version_id = resources.version_id and renditions.kind <> 'burned'
    and ${showsMasks} and not exists (select from masked_files where rendition_id = renditions.id))))`;

export async function isUncovered(db: Executor, resourceId: string): Promise<boolean> {
  const { rows } = await sql`select from resources where resources.id = ${resourceId} and ${uncovered}`.execute(db);
  return rows.length > 0;
}
