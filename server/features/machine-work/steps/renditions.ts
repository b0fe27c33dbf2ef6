import { createReadStream } from 'node:fs';
import type { Rendition } from '@lectern/contract/features/reading.ts';
import { sql } from 'kysely';
import type { Executor } from '../../../platform/db/database.ts';
import { newId } from '../../../platform/new-id.ts';
import { insertFile } from '../../../platform/storage/file-rows.ts';
import type { FileStore, StoredFile } from '../../../platform/storage/file-store.ts';
import { releaseFiles, type VersionRenditions } from '../../resource/public.ts';
import { deleteMaskedFiles, deleteMaskedRenditions } from '../../review/public.ts';

type Kind = Rendition['kind'];
export type MadeFile = {
  kind: Kind;
  /** 0 if the rendition is not of a page. */
  page: number;
  file: string;
  name: string;
  contentType: string;
  facts?: Record<string, unknown>;
};
export type StoredRendition = Omit<MadeFile, 'file'> & { stored: StoredFile };

const atOnce = 4;

/** Stores all files or none. No row refers to them yet. */
export async function storeFiles(
  fileStore: FileStore,
  made: readonly MadeFile[],
  signal: AbortSignal,
): Promise<StoredRendition[]> {
  const stored: StoredRendition[] = [];
  for (let start = 0; start < made.length; start += atOnce) {
    const some = made.slice(start, start + atOnce).map(async ({ file, ...rendition }) => {
      stored.push({ ...rendition, stored: await fileStore.write(createReadStream(file), { signal }) });
    });
    const failed = (await Promise.allSettled(some)).find((one) => one.status === 'rejected');
    if (!failed) continue;
    for (const one of stored) await fileStore.remove(one.stored.storeKey);
    throw failed.reason;
  }
  return stored;
}

/** Replaces all renditions of these kinds. */
export async function replaceRenditions(
  transaction: Executor,
  versionId: string,
  kinds: readonly Kind[],
  renditions: readonly StoredRendition[],
): Promise<Map<string, string>> {
  await deleteMaskedRenditions(transaction, versionId, kinds);
  const gone = await transaction
    .deleteFrom('renditions')
    .where('version_id', '=', versionId)
    .where('kind', 'in', [...kinds])
    .returning('file_id')
    .execute();
  const fileIds = new Map<string, string>();
  for (const { kind, page, name, contentType, stored, facts = {} } of renditions) {
    const fileId = newId();
    await insertFile(transaction, { ...stored, id: fileId, name, contentType, createdBy: null });
    await sql`
      insert into renditions (id, version_id, kind, page, file_id, facts)
      values (${newId()}, ${versionId}, ${kind}, ${page}, ${fileId}, ${JSON.stringify(facts)})`.execute(transaction);
    fileIds.set(`${kind} ${page}`, fileId);
  }
  await releaseFiles(
    transaction,
    gone.map((rendition) => rendition.file_id),
  );
  return fileIds;
}

/** What the resource feature can do with renditions. */
export const versionRenditions: VersionRenditions = {
  async replaceThumbnail(transaction, versionId, fileId) {
    const before = await transaction
      .selectFrom('renditions')
      .select('file_id')
      .where('version_id', '=', versionId)
      .where('kind', '=', 'thumbnail')
      .execute();
    await deleteMaskedRenditions(transaction, versionId, ['thumbnail']);
    await transaction
      .insertInto('renditions')
      .values({ id: newId(), version_id: versionId, kind: 'thumbnail', file_id: fileId })
      .onConflict((conflict) => conflict.columns(['version_id', 'kind', 'page']).doUpdateSet({ file_id: fileId }))
      .execute();
    await releaseFiles(
      transaction,
      before.map((rendition) => rendition.file_id),
    );
  },
  async addThumbnail(transaction, versionId, fileId) {
    await transaction
      .insertInto('renditions')
      .values({ id: newId(), version_id: versionId, kind: 'thumbnail', file_id: fileId })
      .onConflict((conflict) => conflict.columns(['version_id', 'kind', 'page']).doNothing())
      .execute();
  },
  async copy(transaction, from, to) {
    const { rows } = await sql<{ id: string; kind: string }>`
      insert into renditions (id, version_id, kind, page, file_id, facts)
      select gen_random_uuid(), ${to}, kind, page, file_id, facts from renditions where version_id = ${from}
      returning id, kind`.execute(transaction);
    return { thumbnailId: rows.find((rendition) => rendition.kind === 'thumbnail')?.id ?? null };
  },
  async purge(transaction, resourceId) {
    await deleteMaskedFiles(transaction, resourceId);
    await sql`delete from renditions where version_id in (
      select id from resource_versions where resource_id = ${resourceId})`.execute(transaction);
  },
};

type KnownPage = { page: number; needsOcr: boolean };

/** Rendered pages that have a `needsOcr` verdict. */
export async function listDrawnPages(db: Executor, versionId: string): Promise<KnownPage[]> {
  const { rows } = await sql<KnownPage>`
    select page, (facts ->> 'needsOcr')::boolean as "needsOcr" from renditions
    where version_id = ${versionId} and kind = 'page' and facts ? 'needsOcr' order by page`.execute(db);
  return rows;
}

export async function findPreviewKey(db: Executor, versionId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('renditions')
    .innerJoin('files', 'files.id', 'renditions.file_id')
    .select('files.store_key')
    .where('version_id', '=', versionId)
    .where('kind', '=', 'preview')
    .executeTakeFirst();
  return row?.store_key;
}

/** Whether the file contains text outside its images. */
export async function hasOwnText(db: Executor, versionId: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from readings where version_id = ${versionId} and source = 'document') as found`.execute(db);
  return rows[0]?.found ?? false;
}
