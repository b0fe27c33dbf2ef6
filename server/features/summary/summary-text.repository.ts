import type { ReadingSource } from '@lectern/contract/features/reading.ts';
import type { SummaryPlace } from '@lectern/contract/features/summary-content.ts';
import { sql } from 'kysely';
import type { TextBlock } from '../../engines/summary/port.ts';
import type { Db, Executor } from '../../platform/db/database.ts';

type PassageRecord = {
  source: ReadingSource;
  position: number;
  text: string;
  page: number | null;
  start_ms: number | null;
  end_ms: number | null;
  box: Box | null;
  language: string | null;
};

type HeadingRecord = { source: ReadingSource; page: number; text: string; heading: number };
type SourceRow = { title: string; version_id: string; hash: Buffer };

/** Whether masked text changed since its last scan; until it is scanned again, all of it is redacted. */
export async function isWaitingForScan(db: Executor, resourceId: string): Promise<boolean> {
  const { rows } = await sql<{ waits: boolean }>`select is_covered_whole(${resourceId}, 'summary') as waits`.execute(
    db,
  );
  return rows[0]?.waits ?? false;
}

/** Whether some text must be checked before anything is made from it. */
export async function hasWithheldText(db: Executor, resourceId: string): Promise<boolean> {
  const { rows } = await sql`
    select from readings where resource_id = ${resourceId} and current and withheld`.execute(db);
  return rows.length > 0;
}

/**
 * The text to summarise, in reading order. `covered`: without masked words, for new summaries; `original`: only for
 * finding places, never shown or stored.
 */
export function findSourceText(
  db: Db,
  resourceId: string,
  as: 'covered' | 'original',
): Promise<SourceText | undefined> {
  // One snapshot, so the hash is that of these passages.
  const snapshot = db.transaction().setIsolationLevel('repeatable read');
  return snapshot.execute((transaction) => readSourceText(transaction, resourceId, as));
}

async function readSourceText(
  db: Executor,
  resourceId: string,
  as: 'covered' | 'original',
): Promise<SourceText | undefined> {
  const shown = as === 'covered' ? sql`covered_text(text, resource_id, source, position)` : sql`text`;
  const { rows } = await sql<SourceRow>`
    select title, version_id, summary_source(id) as hash from resources where id = ${resourceId} and version_id is not null`.execute(
    db,
  );
  const [resource] = rows;
  if (!resource) return undefined;
  const { rows: passages } = await sql<PassageRecord>`
    select source, position, ${shown} as text, page, start_ms, end_ms, box, language
    from passages where resource_id = ${resourceId} and source in ('document', 'ocr', 'speech')
    order by source = 'speech' desc, page nulls first, source, position`.execute(db);
  const { rows: headings } = await sql<HeadingRecord>`
    select readings.source, part.number as page, line ->> 'text' as text, (line ->> 'heading')::int as heading
    from readings join reading_parts part on part.reading_id = readings.id
      cross join lateral jsonb_array_elements(part.content -> 'lines') line
    where readings.resource_id = ${resourceId} and readings.current and line ? 'heading'`.execute(db);
  const levels = new Map(headings.map(({ source, page, text, heading }) => [keyOf(source, page, text), heading]));
  return {
    title: resource.title,
    versionId: resource.version_id,
    hash: resource.hash,
    language: passages.find(({ language }) => language !== null)?.language ?? null,
    passages: passages.map((passage) => {
      const heading = levels.get(keyOf(passage.source, passage.page, passage.text));
      return {
        text: passage.text,
        place: {
          source: passage.source,
          position: passage.position,
          page: passage.page,
          startMs: passage.start_ms,
          endMs: passage.end_ms,
          box: passage.box,
        },
        ...(heading && { heading }),
      };
    }),
  };
}

function keyOf(source: string, page: number | null, text: string): string {
  return `${source} ${page} ${text.trim()}`;
}

type Box = [number, number, number, number];

export type SourcePassage = { text: string; place: SummaryPlace; heading?: number };

/** All text read from a resource, with a hash that changes when the text does. */
export type SourceText = {
  title: string;
  versionId: string;
  hash: Buffer;
  language: string | null;
  passages: SourcePassage[];
};

export function blocksOf({ passages }: Pick<SourceText, 'passages'>): TextBlock[] {
  return passages.map(({ text, place, heading }) => ({
    text,
    ...(heading !== undefined && { heading }),
    ...(place.page !== null && { page: place.page }),
    ...(place.startMs !== null && { startMs: place.startMs }),
    ...(place.endMs !== null && { endMs: place.endMs }),
  }));
}

/** The places of passages; ignores numbers that don't exist. */
export function placesOf({ passages }: Pick<SourceText, 'passages'>, blocks: readonly number[]): SummaryPlace[] {
  return blocks.flatMap((block) => passages[block]?.place ?? []);
}
