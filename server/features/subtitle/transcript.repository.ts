import type { ReadingPart } from '@lectern/contract/features/reading.ts';
import type { TimedWord } from '@lectern/contract/subtitle/cue.ts';
import { piecesOf, spread } from '@lectern/contract/subtitle/cue-tokens.ts';
import { sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';

export type Transcript = { id: string; language: string | null; words: TimedWord[] };

/** What is heard in the file that people see, as words with their times. */
export async function findTranscript(db: Executor, resourceId: string): Promise<Transcript | undefined> {
  const { rows } = await sql<{ id: string; language: string | null }>`
    select readings.id, readings.language from readings
      join resources on resources.id = readings.resource_id and resources.version_id = readings.version_id
    where readings.resource_id = ${resourceId} and readings.source = 'speech' and readings.current`.execute(db);
  const [reading] = rows;
  if (!reading) return undefined;
  const parts = await sql<{ content: ReadingPart }>`
    select content from reading_parts where reading_id = ${reading.id} order by number`.execute(db);
  return { ...reading, words: parts.rows.flatMap(({ content }) => wordsOf(content)) };
}

/** A line that was written by hand may lack the times of its words: they share the line's. */
export function wordsOf({ lines }: ReadingPart): TimedWord[] {
  return lines.flatMap(({ text, words = [], startMs = 0, endMs = startMs }) => {
    const timed = words.every((word) => word.startMs !== undefined && word.endMs !== undefined);
    if (words.length === 0 || !timed) return spread(piecesOf(text), startMs, endMs);
    return words.map((word) => ({ text: word.text, startMs: word.startMs ?? startMs, endMs: word.endMs ?? endMs }));
  });
}

export async function hasTranscript(db: Executor, resourceId: string): Promise<boolean> {
  const { rows } = await sql`
    select from readings
      join resources on resources.id = readings.resource_id and resources.version_id = readings.version_id
    where readings.resource_id = ${resourceId} and readings.source = 'speech' and readings.current`.execute(db);
  return rows.length > 0;
}

/** The transcript that is current, whatever file it is of. */
export async function findCurrentReadingId(db: Executor, resourceId: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from readings where resource_id = ${resourceId} and source = 'speech' and current`.execute(db);
  return rows[0]?.id ?? null;
}
