import type { PassageSource } from '@lectern/contract/features/passage.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';
import type { ResourceFollower } from '../resource/public.ts';

export type PlacedPassage = {
  page: number | null;
  start_ms: number | null;
  end_ms: number | null;
  box: readonly number[] | null;
  confidence: number | null;
  text: string;
};

/** Adds passages of a reading; `before` passages were already inserted. */
export async function insertReadingPassages(
  transaction: Executor,
  of: { resourceId: string; source: PassageSource; readingId: string; language: string | null },
  passages: readonly PlacedPassage[],
  before: number,
): Promise<void> {
  const list = <K extends keyof PlacedPassage>(name: K) => passages.map((passage) => passage[name]);
  const boxes = passages.map((passage) => (passage.box ? `{${passage.box.join(',')}}` : null));
  await sql`
    insert into passages (resource_id, source, reading_id, position, page, start_ms, end_ms, box, confidence, language, text)
    select ${of.resourceId}, ${of.source}, ${of.readingId}, ${before}::int + position, page, start_ms, end_ms, box::real[], confidence,
      ${of.language}, text
    from unnest(${list('page')}::int[], ${list('start_ms')}::int[], ${list('end_ms')}::int[], ${boxes}::text[],
      ${list('confidence')}::real[], ${list('text')}::text[])
      with ordinality as given (page, start_ms, end_ms, box, confidence, text, position)`.execute(transaction);
}

type Cue = { startMs: number; endMs: number; language: string; text: string };

export async function insertSubtitlePassages(
  transaction: Executor,
  resourceId: string,
  cues: readonly Cue[],
): Promise<void> {
  await sql`
    insert into passages (resource_id, source, position, start_ms, end_ms, language, text)
    select ${resourceId}, 'subtitle', position, start_ms, end_ms, language, text
    from unnest(${cues.map(({ startMs }) => startMs)}::int[], ${cues.map(({ endMs }) => endMs)}::int[],
      ${cues.map(({ language }) => language)}::text[], ${cues.map(({ text }) => text)}::text[])
      with ordinality as given (start_ms, end_ms, language, text, position)`.execute(transaction);
}

/** `lines` is a query that selects `position`, `language` and `text`. */
export async function insertSummaryPassages(
  transaction: Executor,
  resourceId: string,
  lines: RawBuilder<unknown>,
): Promise<void> {
  await sql`
    insert into passages (resource_id, source, position, language, text)
    select ${resourceId}, 'summary', line.position, line.language, line.text from (${lines}) line`.execute(transaction);
}

export async function deletePassages(
  transaction: Executor,
  { resourceId, source }: { resourceId: string; source: PassageSource | 'subtitle' },
): Promise<void> {
  await sql`delete from passages where resource_id = ${resourceId} and source = ${source}`.execute(transaction);
}

/** Deletes passages read from other versions of the file. */
export async function deletePassagesBesides(
  transaction: Executor,
  { resourceId, versionId }: { resourceId: string; versionId: string },
): Promise<void> {
  await sql`
    delete from passages using readings
    where passages.resource_id = ${resourceId} and readings.id = passages.reading_id
      and readings.version_id <> ${versionId}`.execute(transaction);
}

export type PassageVariants = { passageId: number; variants: string };
const rowsAtOnce = 500;

/** Stores disguised spellings found in passages. Skips passages that were replaced in the meantime. */
export async function updateVariants(transaction: Executor, given: readonly PassageVariants[]): Promise<void> {
  for (let at = 0; at < given.length; at += rowsAtOnce) {
    const some = given.slice(at, at + rowsAtOnce);
    await sql`
      update passages set variants = given.variants
      from unnest(${some.map(({ passageId }) => passageId)}::bigint[], ${some.map(({ variants }) => variants)}::text[])
        as given (id, variants)
      where passages.id = given.id and passages.variants <> given.variants`.execute(transaction);
  }
}

/** Titles and descriptions are passages too. */
export const passageFollower: ResourceFollower = {
  added: insertHeadings,
  aspects: ['title', 'description', 'language'],
  async changed(transaction, ids) {
    await sql`
      delete from passages where resource_id = any (${ids}::uuid[]) and source in ('title', 'description')`.execute(
      transaction,
    );
    await insertHeadings(transaction, ids);
  },
  async forget(transaction, ids) {
    await sql`delete from passages where resource_id = any (${ids}::uuid[])`.execute(transaction);
  },
};

async function insertHeadings(transaction: Executor, ids: readonly string[]): Promise<void> {
  await sql`
    insert into passages (resource_id, source, position, language, text)
    select id, heading.source, 1, language, heading.text
    from resources cross join lateral (values ('title', title), ('description', description)) heading (source, text)
    where id = any (${ids}::uuid[]) and heading.text <> ''`.execute(transaction);
}
