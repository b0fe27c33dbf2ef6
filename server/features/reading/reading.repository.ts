import { setImmediate as breathe } from 'node:timers/promises';
import type { ReadingPart, ReadingSource } from '@lectern/contract/features/reading.ts';
import { sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';
import { deletePassages, insertReadingPassages } from '../passage/public.ts';
import { allPassagesOf } from './passages-of.ts';

export type ReadingRecord = {
  id: string;
  resource_id: string;
  version_id: string;
  version_number: number;
  is_current_version: boolean;
  source: ReadingSource;
  number: number;
  origin: 'machine' | 'edited' | 'imported';
  current: boolean;
  engine: string | null;
  options: Record<string, unknown>;
  language: string | null;
  confidence: number | null;
  doubtful: number;
  characters: number;
  parts: number;
  withheld: boolean;
  checked_at: Date | null;
  checked_by: string | null;
  created_at: Date;
  created_by: string | null;
};

const columns = sql`readings.id, readings.resource_id, readings.version_id, version.number as version_number,
  readings.version_id = resources.version_id as is_current_version, readings.source, readings.number, readings.origin,
  readings.current, readings.engine, readings.options, readings.language, readings.confidence, readings.doubtful,
  readings.characters, readings.parts, readings.withheld, readings.checked_at, checker.name as checked_by, readings.created_at,
  maker.name as created_by`;
const joined = sql`readings
  join resources on resources.id = readings.resource_id
  join resource_versions version on version.id = readings.version_id
  left join users checker on checker.id = readings.checked_by
  left join users maker on maker.id = readings.created_by`;

export async function listReadingRecords(db: Executor, resourceId: string): Promise<ReadingRecord[]> {
  const { rows } = await sql<ReadingRecord>`
    select ${columns} from ${joined} where readings.resource_id = ${resourceId}
    order by readings.current desc, readings.source, readings.number desc`.execute(db);
  return rows;
}

/** The named reading, or the current one of the source. */
export async function findReading(
  db: Executor,
  wanted: { resourceId: string; source: ReadingSource; readingId?: string | undefined },
): Promise<ReadingRecord | undefined> {
  const which = wanted.readingId ? sql`readings.id = ${wanted.readingId}` : sql`readings.current`;
  const { rows } = await sql<ReadingRecord>`
    select ${columns} from ${joined}
    where readings.resource_id = ${wanted.resourceId} and readings.source = ${wanted.source} and ${which}`.execute(db);
  return rows[0];
}

const partsAtOnce = 50;
const passagesAtOnce = 2_000;

export async function listParts(db: Executor, readingId: string, from: number, size: number): Promise<ReadingPart[]> {
  const rows = await db
    .selectFrom('reading_parts')
    .select('content')
    .where('reading_id', '=', readingId)
    .where('number', '>=', from)
    .orderBy('number')
    .limit(size)
    .execute();
  return rows.map((row) => row.content as unknown as ReadingPart);
}

/** Reads in batches, so a whole book doesn't hold up other queries. */
export async function listAllParts(db: Executor, readingId: string): Promise<ReadingPart[]> {
  const all: ReadingPart[] = [];
  for (;;) {
    const some = await listParts(db, readingId, (all.at(-1)?.number ?? 0) + 1, partsAtOnce);
    all.push(...some);
    if (some.length < partsAtOnce) return all;
    await breathe();
  }
}

export type CurrentReading = {
  id: string | null;
  number: number | null;
  origin: string | null;
  version_id: string | null;
  /** The resource's current version. */
  shown_version_id: string | null;
  withheld: boolean;
  next: number;
};

/** Serializes results of the same source until the transaction ends. */
export async function lockCurrent(
  transaction: Executor,
  resourceId: string,
  source: ReadingSource,
): Promise<CurrentReading> {
  await sql`select id from resources where id = ${resourceId} for update`.execute(transaction);
  const { rows } = await sql<CurrentReading>`
    select current.id, current.number, current.origin, current.version_id, resources.version_id as shown_version_id,
      coalesce(current.withheld, false) as withheld,
      (select coalesce(max(number), 0) + 1 from readings where resource_id = ${resourceId} and source = ${source}) as next
    from resources left join readings current
      on current.resource_id = resources.id and current.source = ${source} and current.current
    where resources.id = ${resourceId}`.execute(transaction);
  const [row] = rows;
  return (
    row ?? { id: null, number: null, origin: null, version_id: null, shown_version_id: null, withheld: false, next: 1 }
  );
}

type NewReading = {
  id: string;
  resourceId: string;
  versionId: string;
  source: ReadingSource;
  number: number;
  origin: 'machine' | 'edited' | 'imported';
  current: boolean;
  engine: string | null;
  options: Record<string, unknown>;
  sha256: Buffer;
  language: string | null;
  confidence: number | null;
  doubtful: number;
  needsCheck: boolean;
  languageDoubt?: boolean | undefined;
  characters: number;
  parts: readonly ReadingPart[];
  /** Parts that are identical in another reading; the database copies them from there. */
  same?: { readingId: string; parts: ReadonlySet<ReadingPart> };
};

export async function insertReading(transaction: Executor, reading: NewReading): Promise<void> {
  if (reading.current) {
    await transaction
      .updateTable('readings')
      .set({ current: false })
      .where('resource_id', '=', reading.resourceId)
      .where('source', '=', reading.source)
      .where('current', '=', true)
      .execute();
  }
  await transaction
    .insertInto('readings')
    .values({
      id: reading.id,
      resource_id: reading.resourceId,
      version_id: reading.versionId,
      source: reading.source,
      number: reading.number,
      origin: reading.origin,
      current: reading.current,
      engine: reading.engine,
      options: JSON.stringify(reading.options),
      source_sha256: reading.sha256,
      language: reading.language,
      confidence: reading.confidence,
      doubtful: reading.doubtful,
      needs_check: reading.needsCheck,
      language_doubt: reading.languageDoubt ?? false,
      characters: reading.characters,
      parts: reading.parts.length,
    })
    .execute();
  const { id, parts, same } = reading;
  if (same) {
    const numbers = parts.filter((part) => same.parts.has(part)).map(({ number }) => number);
    await sql`
      insert into reading_parts (reading_id, number, content)
      select ${id}, number, content from reading_parts
      where reading_id = ${same.readingId} and number = any (${numbers}::int[])`.execute(transaction);
  }
  const written = parts.filter((part) => !same?.parts.has(part));
  for (let at = 0; at < written.length; at += partsAtOnce) {
    const rows = written.slice(at, at + partsAtOnce);
    await transaction
      .insertInto('reading_parts')
      .values(rows.map((part) => ({ reading_id: id, number: part.number, content: JSON.stringify(part) })))
      .execute();
  }
}

type PassagesOf = { resourceId: string; source: ReadingSource; readingId: string; language: string | null };

/**
 * Replaces the passages of this source. The only path from a text to search, scans and summaries, so a withheld text
 * reaches none of them.
 */
export async function replacePassages(
  transaction: Executor,
  of: PassagesOf & { withheld: boolean },
  parts: readonly ReadingPart[],
): Promise<void> {
  await deletePassages(transaction, of);
  if (of.withheld) return;
  const passages = await allPassagesOf(of.source, parts);
  for (let at = 0; at < passages.length; at += passagesAtOnce) {
    await insertReadingPassages(transaction, of, passages.slice(at, at + passagesAtOnce), at);
  }
}

/** Called after a withheld text is checked or unchecked. Returns whether passages changed. */
export async function renewPassages(transaction: Executor, readingId: string): Promise<boolean> {
  const reading = await transaction
    .selectFrom('readings')
    .select(['resource_id', 'language', 'language_doubt', 'withheld'])
    .select(sql<ReadingSource>`source`.as('source'))
    .where('id', '=', readingId)
    .where('current', '=', true)
    .executeTakeFirst();
  if (!reading?.language_doubt) return false;
  const { resource_id: resourceId, source, language, withheld } = reading;
  const parts = withheld ? [] : await listAllParts(transaction, readingId);
  await replacePassages(transaction, { resourceId, source, readingId, language, withheld }, parts);
  return true;
}

/** Texts of these sources from other versions stop being current, but are kept. */
export async function retireReadingsBesides(
  transaction: Executor,
  { resourceId, versionId }: { resourceId: string; versionId: string },
  sources: readonly ReadingSource[],
): Promise<void> {
  await sql`
    update readings set current = false
    where resource_id = ${resourceId} and version_id <> ${versionId} and current
      and source = any(${sources}::text[])`.execute(transaction);
}

export async function retireReading(transaction: Executor, id: string): Promise<void> {
  await transaction.updateTable('readings').set({ current: false }).where('id', '=', id).execute();
}

type CopiedReading = { id: string; source: ReadingSource; language: string | null; withheld: boolean };

/** One reading per source: the current one, or else the edited one, or else the latest. */
export async function listReadingsThatCount(db: Executor, versionId: string): Promise<CopiedReading[]> {
  const { rows } = await sql<CopiedReading>`
    select distinct on (source) id, source, language, withheld from readings where version_id = ${versionId}
    order by source, current desc, (origin <> 'machine') desc, number desc`.execute(db);
  return rows;
}

export async function findResourceOf(db: Executor, versionId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('resource_versions')
    .select('resource_id')
    .where('id', '=', versionId)
    .executeTakeFirst();
  return row?.resource_id;
}

type Copy = { from: string; id: string; resourceId: string; versionId: string; source: ReadingSource; number: number };

/** Copies a reading with all its metadata and makes it the current one of the target version. */
export async function copyReading(transaction: Executor, copy: Copy): Promise<void> {
  const { from, id, resourceId, versionId, source, number } = copy;
  await sql`
    update readings set current = false
    where resource_id = ${resourceId} and source = ${source} and current`.execute(transaction);
  await sql`
    insert into readings (id, resource_id, version_id, source, number, origin, current, engine, options, source_sha256,
      language, confidence, doubtful, needs_check, language_doubt, characters, parts, checked_by, checked_at, created_by)
    select ${id}, ${resourceId}, ${versionId}, source, ${number}::int, origin, true, engine, options, source_sha256,
      language, confidence, doubtful, needs_check, language_doubt, characters, parts, checked_by, checked_at, created_by
    from readings where id = ${from}`.execute(transaction);
  await sql`
    insert into reading_parts (reading_id, number, content)
    select ${id}, number, content from reading_parts where reading_id = ${from}`.execute(transaction);
}

/** Returns the reading, or undefined when there was none to check. */
export async function updateChecked(
  transaction: Executor,
  wanted: { versionId: string; source: ReadingSource; checkedBy: string | null },
): Promise<{ id: string; resource_id: string } | undefined> {
  const { rows } = await sql<{ id: string; resource_id: string }>`
    update readings set checked_by = ${wanted.checkedBy}::uuid,
      checked_at = case when ${wanted.checkedBy}::uuid is not null then now() end
    where version_id = ${wanted.versionId} and source = ${wanted.source} and current
    returning id, resource_id`.execute(transaction);
  return rows[0];
}
