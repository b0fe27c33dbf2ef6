import type { ResourceKind } from '@lectern/contract/features/resource-state.ts';
import { sql } from 'kysely';
import type { Executor } from '../../../platform/db/database.ts';

export type StoredSource = { storeKey: string; name: string; contentType: string; sizeBytes: number };
/** What the covered files are made from. */
export type MaskedVersion = StoredSource & {
  versionId: string;
  kind: ResourceKind;
  format: string;
  durationSeconds: number | null;
  renditions: (StoredSource & { id: string; kind: string; page: number })[];
};

export async function findMaskedVersion(db: Executor, resourceId: string): Promise<MaskedVersion | undefined> {
  const { rows } = await sql<MaskedVersion>`
    select version.id as "versionId", resources.kind, version.format, version.duration_seconds as "durationSeconds",
      files.store_key as "storeKey", version.file_name as name, version.content_type as "contentType",
      files.size_bytes as "sizeBytes"
    from resources join resource_versions version on version.id = resources.version_id
      join files on files.id = version.file_id
    where resources.id = ${resourceId} and resources.state <> 'purged'`.execute(db);
  const [version] = rows;
  if (!version) return undefined;
  const renditions = await sql<MaskedVersion['renditions'][number]>`
    select renditions.id, renditions.kind, renditions.page, files.store_key as "storeKey", files.name,
      files.content_type as "contentType", files.size_bytes as "sizeBytes"
    from renditions join files on files.id = renditions.file_id
    where version_id = ${version.versionId} order by renditions.page, renditions.kind`.execute(db);
  return { ...version, renditions: renditions.rows };
}
