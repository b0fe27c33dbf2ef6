import { sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';
import { newId } from '../../platform/new-id.ts';
import { insertFile } from '../../platform/storage/file-rows.ts';
import { hasMasks } from '../review/public.ts';
import type { StoredRendition } from './steps/renditions.ts';

export type DrawableVersion = {
  resourceId: string;
  pageCount: number;
  /** Key of the file itself if it is a PDF, otherwise of its preview. */
  pdfKey: string;
  isMasked: boolean;
};

/** Undefined when the version has no pages or no longer exists. */
export async function findDrawable(db: Executor, versionId: string): Promise<DrawableVersion | undefined> {
  const { rows } = await sql<DrawableVersion>`
    select resources.id as "resourceId", version.page_count as "pageCount", pdf.store_key as "pdfKey",
      ${hasMasks} as "isMasked"
    from resource_versions version join resources on resources.id = version.resource_id
      left join renditions preview on preview.version_id = version.id and preview.kind = 'preview'
      join files pdf on pdf.id = case when version.format = 'pdf' then version.file_id else preview.file_id end
    where version.id = ${versionId} and resources.kind = 'document' and resources.state <> 'purged'
      and version.page_count > 0`.execute(db);
  return rows[0];
}

/** The given pages that have no image yet. */
export async function listUndrawn(
  db: Executor,
  versionId: string,
  { from, to }: { from: number; to: number },
): Promise<number[]> {
  const { rows } = await sql<{ page: number }>`
    select page from generate_series(${from}::int, ${to}::int) page where not exists (
      select from renditions where version_id = ${versionId} and kind = 'page' and renditions.page = page.page)
    order by page`.execute(db);
  return rows.map((row) => row.page);
}

/** Pages rendered concurrently by another process are kept. */
export async function insertDrawn(
  transaction: Executor,
  versionId: string,
  drawn: readonly StoredRendition[],
): Promise<void> {
  for (const { kind, page, name, contentType, stored, facts = {} } of drawn) {
    const { rows } = await sql`
      select from renditions where version_id = ${versionId} and kind = ${kind} and page = ${page}`.execute(
      transaction,
    );
    if (rows.length > 0) continue;
    const fileId = newId();
    await insertFile(transaction, { ...stored, id: fileId, name, contentType, createdBy: null });
    await sql`
      insert into renditions (id, version_id, kind, page, file_id, facts)
      values (${newId()}, ${versionId}, ${kind}, ${page}, ${fileId}, ${JSON.stringify(facts)})`.execute(transaction);
  }
}

export async function replaceUndrawn(transaction: Executor, versionId: string, nextPage: number | null): Promise<void> {
  await transaction.deleteFrom('undrawn_pages').where('version_id', '=', versionId).execute();
  if (nextPage === null) return;
  await transaction.insertInto('undrawn_pages').values({ version_id: versionId, next_page: nextPage }).execute();
}

/** A copied version continues rendering where the original was. */
export async function copyUndrawn(transaction: Executor, { from, to }: { from: string; to: string }): Promise<void> {
  await sql`
    insert into undrawn_pages (version_id, next_page)
    select ${to}, next_page from undrawn_pages where version_id = ${from}
    on conflict do nothing`.execute(transaction);
}

export type Undrawn = { versionId: string; nextPage: number; tries: number };

/** Takes the newest document with pages left, unless jobs that people wait for are queued. */
export const isAnyUndrawn = sql<boolean>`exists (
  select from undrawn_pages where taken_until is null or taken_until < now())`;

export async function takeUndrawn(db: Executor, leaseSeconds: number): Promise<Undrawn | undefined> {
  const { rows } = await sql<Undrawn>`
    update undrawn_pages set taken_until = now() + ${leaseSeconds} * interval '1 second'
    where version_id = (
      select version_id from undrawn_pages where taken_until is null or taken_until < now()
      order by version_id desc limit 1 for update skip locked)
      and not exists (select from jobs where state = 'queued' and kind in ('inspect', 'convert', 'ocr', 'asr'))
    returning version_id as "versionId", next_page as "nextPage", tries`.execute(db);
  return rows[0];
}

export async function updateUndrawn(db: Executor, { versionId, nextPage, tries }: Undrawn): Promise<void> {
  await sql`
    update undrawn_pages set next_page = ${nextPage}, tries = ${tries}, taken_until = null
    where version_id = ${versionId}`.execute(db);
}
