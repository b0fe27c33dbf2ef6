import type { ReadingPart } from '@lectern/contract/features/reading.ts';
import type { TimedWord } from '@lectern/contract/subtitle/cue.ts';
import { piecesOf, spread } from '@lectern/contract/subtitle/cue-tokens.ts';
import { sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';

export type Transcript = {
  id: string;
  language: string | null;
  /** `machine`: nobody has changed it. */
  origin: 'machine' | 'edited' | 'imported';
  parts: ReadingPart[];
};

/** What is heard in the file that people see; not what waits to be checked. */
export async function findTranscript(db: Executor, resourceId: string): Promise<Transcript | undefined> {
  const { rows } = await sql<Omit<Transcript, 'parts'>>`
    select readings.id, readings.language, readings.origin from readings
      join resources on resources.id = readings.resource_id and resources.version_id = readings.version_id
    where readings.resource_id = ${resourceId} and readings.source = 'speech' and readings.current
      and not readings.withheld`.execute(db);
  return rows[0] && { ...rows[0], parts: await listParts(db, rows[0].id) };
}

/** A version of what was heard, also one that is no longer current. */
export async function findTranscriptVersion(db: Executor, id: string): Promise<Transcript | undefined> {
  const { rows } = await sql<Omit<Transcript, 'parts'>>`
    select id, language, origin from readings where id = ${id} and source = 'speech'`.execute(db);
  return rows[0] && { ...rows[0], parts: await listParts(db, id) };
}

async function listParts(db: Executor, readingId: string): Promise<ReadingPart[]> {
  const { rows } = await sql<{ content: ReadingPart }>`
    select content from reading_parts where reading_id = ${readingId} order by number`.execute(db);
  return rows.map(({ content }) => content);
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
    where readings.resource_id = ${resourceId} and readings.source = 'speech' and readings.current
      and not readings.withheld`.execute(db);
  return rows.length > 0;
}

/** Whether what is heard waits for someone to say that it is in the language it was recognised in. */
export async function isTranscriptWithheld(db: Executor, resourceId: string): Promise<boolean> {
  const { rows } = await sql`
    select from readings where resource_id = ${resourceId} and source = 'speech' and current and withheld`.execute(db);
  return rows.length > 0;
}

/** The transcript that is current, whatever file it is of. */
export async function findCurrentReadingId(db: Executor, resourceId: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from readings where resource_id = ${resourceId} and source = 'speech' and current`.execute(db);
  return rows[0]?.id ?? null;
}
