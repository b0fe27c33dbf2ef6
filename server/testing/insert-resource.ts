import { createHash } from 'node:crypto';
import type { Insertable } from 'kysely';
import { passageFollower } from '../features/passage/public.ts';
import { subtitleFollower } from '../features/subtitle/public.ts';
import type { Executor } from '../platform/db/database.ts';
import type { Resources } from '../platform/db/schema.ts';
import { newId } from '../platform/new-id.ts';

/** The library that every installation starts with. */
export const schoolLibraryId = '0199a000-0000-7000-8000-000000000001';

export type WantedResource = Partial<Insertable<Resources>> & { owner_id: string; title: string };

/** Inserts a resource row directly, with a version whose file doesn't exist, for tests that only read resource data. */
export async function insertTestResource(db: Executor, wanted: WantedResource): Promise<string> {
  const id = wanted.id ?? newId();
  const [fileId, versionId] = [newId(), newId()];
  const sha256 = createHash('sha256').update(id).digest();
  const file = {
    size_bytes: Number(wanted.size_bytes ?? 1_000),
    content_type: wanted.content_type ?? 'application/pdf',
  };
  const fileName = wanted.file_name ?? `${wanted.title}.pdf`;
  await db
    .insertInto('resources')
    .values({
      kind: 'document',
      library_id: schoolLibraryId,
      state: 'published',
      format: 'pdf',
      sha256,
      ...wanted,
      ...file,
      id,
      version_id: versionId,
      file_name: fileName,
    })
    .execute();
  for (const { added } of [passageFollower, subtitleFollower]) await added?.(db, [id]);
  await db
    .insertInto('files')
    .values({ id: fileId, name: fileName, store_key: `00/00/${fileId}`, sha256, ...file })
    .execute();
  await db
    .insertInto('resource_versions')
    .values({
      id: versionId,
      resource_id: id,
      number: wanted.version_number ?? 1,
      file_id: fileId,
      file_name: fileName,
      format: wanted.format ?? 'pdf',
      sha256,
      ...file,
    })
    .execute();
  return id;
}
