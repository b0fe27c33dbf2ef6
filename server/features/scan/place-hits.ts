import type { ReadingPart } from '@lectern/contract/features/reading.ts';
import { sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';
import type { FoundHit } from './found-hit.ts';
import { placeInPart } from './place-in-part.ts';
import type { ScannedText } from './scanned-text.ts';

/** Looks up where exactly hits stand, in the lines and words that their passages were made of. */
export async function placeHits(
  db: Executor,
  texts: readonly ScannedText[],
  hits: readonly FoundHit[],
): Promise<FoundHit[]> {
  const textOf = new Map(texts.map((text) => [`${text.source} ${text.position}`, text]));
  const parts = new PartReader(db);
  const placed: FoundHit[] = [];
  for (const hit of hits) {
    const text = textOf.get(`${hit.source} ${hit.position}`);
    const part = text && (await parts.partOf(text));
    placed.push({ ...hit, ...(part && text && placeInPart(part, text, hit)) });
  }
  return placed;
}

/** Hits come in the order of reading: of the parts, the latest is enough. */
class PartReader {
  readonly #db: Executor;
  #key = '';
  #part: ReadingPart | undefined;

  constructor(db: Executor) {
    this.#db = db;
  }

  async partOf({ readingId, page, startMs }: ScannedText): Promise<ReadingPart | undefined> {
    if (!readingId || (page === null && startMs === null)) return undefined;
    if (page === null && this.#key.startsWith(readingId) && holds(this.#part, startMs)) return this.#part;
    const key = `${readingId} ${page ?? startMs}`;
    if (key !== this.#key) {
      this.#part = await findPart(this.#db, { readingId, page, startMs });
      this.#key = key;
    }
    return this.#part;
  }
}

function holds(part: ReadingPart | undefined, startMs: number | null): boolean {
  return part?.lines.some((line) => line.startMs === startMs) ?? false;
}

/** A page each; of speech, the stretch that begins last before the passage does. */
async function findPart(
  db: Executor,
  { readingId, page, startMs }: { readingId: string; page: number | null; startMs: number | null },
): Promise<ReadingPart | undefined> {
  const which = page === null ? sql`(content #>> '{lines,0,startMs}')::numeric <= ${startMs}` : sql`number = ${page}`;
  const { rows } = await sql<{ content: ReadingPart }>`
    select content from reading_parts where reading_id = ${readingId} and ${which}
    order by number desc limit 1`.execute(db);
  return rows[0]?.content;
}
