import type { SubtitleOrigin } from '@lectern/contract/features/subtitle.ts';
import type { Cue } from '@lectern/contract/subtitle/cue.ts';
import { sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';
import { type TextRecord, textColumns } from './subtitle-record.ts';

type NewText = {
  id: string;
  subtitleId: string;
  number: number;
  origin: SubtitleOrigin;
  cues: readonly Cue[];
  problems: number;
  engine: string | null;
  options: Record<string, unknown>;
  readingId: string | null;
  note: string;
  createdBy: string | null;
};

export async function insertText(transaction: Executor, text: NewText): Promise<void> {
  await transaction
    .insertInto('subtitle_versions')
    .values({
      id: text.id,
      subtitle_id: text.subtitleId,
      number: text.number,
      origin: text.origin,
      content: JSON.stringify(text.cues),
      cues: text.cues.length,
      problems: text.problems,
      engine: text.engine,
      options: JSON.stringify(text.options),
      reading_id: text.readingId,
      note: text.note,
      created_by: text.createdBy,
    })
    .execute();
}

export async function nextNumber(transaction: Executor, subtitleId: string): Promise<number> {
  const { rows } = await sql<{ next: number }>`
    select coalesce(max(number), 0) + 1 as next from subtitle_versions where subtitle_id = ${subtitleId}`.execute(
    transaction,
  );
  return rows[0]?.next ?? 1;
}

export async function listTexts(db: Executor, subtitleId: string): Promise<TextRecord[]> {
  const { rows } = await sql<TextRecord>`
    select ${textColumns} from subtitle_versions left join users maker on maker.id = subtitle_versions.created_by
    where subtitle_versions.subtitle_id = ${subtitleId} order by subtitle_versions.number desc`.execute(db);
  return rows;
}

export type FullText = TextRecord & { content: Cue[] };

/** A text of this very track. */
export async function findText(db: Executor, subtitleId: string, id: string): Promise<FullText | undefined> {
  const { rows } = await sql<FullText>`
    select ${textColumns}, subtitle_versions.content
    from subtitle_versions left join users maker on maker.id = subtitle_versions.created_by
    where subtitle_versions.subtitle_id = ${subtitleId} and subtitle_versions.id = ${id}`.execute(db);
  return rows[0];
}

/** The current text of each of these tracks. */
export async function listCurrentCues(db: Executor, subtitleIds: readonly string[]): Promise<Map<string, Cue[]>> {
  const { rows } = await sql<{ id: string; content: Cue[] }>`
    select subtitles.id, text.content from subtitles join subtitle_versions text on text.id = subtitles.text_id
    where subtitles.id = any (${subtitleIds}::uuid[])`.execute(db);
  return new Map(rows.map(({ id, content }) => [id, content]));
}

export async function findTrackIdOfText(db: Executor, textId: string): Promise<string | undefined> {
  const { rows } = await sql<{ subtitle_id: string }>`
    select subtitle_id from subtitle_versions where id = ${textId}`.execute(db);
  return rows[0]?.subtitle_id;
}
