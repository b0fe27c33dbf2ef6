import type { Executor } from '../../platform/db/database.ts';

export type VersionFile = {
  id: string;
  resource_id: string;
  kind: string;
  format: string;
  content_type: string;
  file_name: string;
  size_bytes: number;
  store_key: string;
};

export async function findVersionFile(db: Executor, versionId: string): Promise<VersionFile | undefined> {
  return db
    .selectFrom('resource_versions')
    .innerJoin('resources', 'resources.id', 'resource_versions.resource_id')
    .innerJoin('files', 'files.id', 'resource_versions.file_id')
    .select([
      'resource_versions.id',
      'resource_versions.resource_id',
      'resources.kind',
      'resource_versions.format',
      'resource_versions.content_type',
      'resource_versions.file_name',
      'resource_versions.size_bytes',
      'files.store_key',
    ])
    .where('resource_versions.id', '=', versionId)
    .executeTakeFirst();
}
