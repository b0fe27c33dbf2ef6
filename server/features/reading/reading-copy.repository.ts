import type { ReadingSource } from '@lectern/contract/features/reading.ts';
import { sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';

type CopiedReading = { id: string; source: ReadingSource; language: string | null; withheld: boolean };

/** Of each source, what counts for the version: what is current, else what somebody edited, else the latest. */
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

/** With everything that is known of it, as the current one of the version that it is for. */
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

/** Answers the text, where there was one to check. */
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
