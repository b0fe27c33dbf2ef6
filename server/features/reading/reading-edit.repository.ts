import type { ReadingSource } from '@lectern/contract/features/reading.ts';
import { sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';

export type ReadingBase = {
  id: string;
  /** Owner of the resource. */
  owner_id: string;
  version_id: string;
  number: number;
  origin: 'machine' | 'edited' | 'imported';
  engine: string | null;
  options: Record<string, unknown>;
  source_sha256: Buffer;
  language: string | null;
  language_doubt: boolean;
  confidence: number | null;
  checked_at: Date | null;
};

/** The reading that a new version is based on. */
export async function findReadingBase(
  db: Executor,
  { resourceId, source, readingId }: { resourceId: string; source: ReadingSource; readingId: string },
): Promise<ReadingBase | undefined> {
  return db
    .selectFrom('readings')
    .innerJoin('resources', 'resources.id', 'readings.resource_id')
    .select(['readings.id', 'readings.version_id', 'readings.number', 'readings.engine', 'readings.source_sha256'])
    .select([
      'readings.language',
      'readings.confidence',
      'readings.checked_at',
      'readings.language_doubt',
      'resources.owner_id',
    ])
    .select(sql<ReadingBase['origin']>`readings.origin`.as('origin'))
    .select(sql<ReadingBase['options']>`readings.options`.as('options'))
    .where('readings.id', '=', readingId)
    .where('readings.resource_id', '=', resourceId)
    .where('readings.source', '=', source)
    .executeTakeFirst();
}

/** Which of these parts exist in the reading. */
export async function listPartNumbers(db: Executor, readingId: string, numbers: readonly number[]): Promise<number[]> {
  const rows = await db
    .selectFrom('reading_parts')
    .select('number')
    .where('reading_id', '=', readingId)
    .where('number', '=', sql<number>`any (${numbers}::int[])`)
    .execute();
  return rows.map((row) => row.number);
}

/** Stores who made an edited version and whether they checked all of it. */
export async function updateMaker(
  transaction: Executor,
  readingId: string,
  { by, isChecked }: { by: string; isChecked: boolean },
): Promise<void> {
  await sql`
    update readings set created_by = ${by}, checked_by = case when ${isChecked} then ${by}::uuid end,
      checked_at = case when ${isChecked} then now() end
    where id = ${readingId}`.execute(transaction);
}

export async function updateCheckedReading(
  transaction: Executor,
  readingId: string,
  checkedBy: string | null,
): Promise<void> {
  await sql`
    update readings set checked_by = ${checkedBy}::uuid,
      checked_at = case when ${checkedBy}::uuid is not null then now() end
    where id = ${readingId}`.execute(transaction);
}
