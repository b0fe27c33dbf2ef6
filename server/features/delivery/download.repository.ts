import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';
import { deleteOutdated, type MaintenanceStep } from '../../platform/maintenance-step.ts';
import { hasMasks } from '../review/public.ts';

export type DownloadFile = { id: string; fileName: string; sizeBytes: number; storeKey: string; storedAt: Date };

export async function insertDownload(
  db: Executor,
  download: { id: string; ownerId: string; resourceIds: readonly string[] },
): Promise<void> {
  await db
    .insertInto('downloads')
    .values({ id: download.id, owner_id: download.ownerId, resource_ids: [...download.resourceIds] })
    .execute();
}

export async function findDownload(db: Executor, id: string, ownerId: string): Promise<string[] | undefined> {
  const row = await db
    .selectFrom('downloads')
    .select('resource_ids')
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .executeTakeFirst();
  return row?.resource_ids;
}

/** The current files of these resources, as far as the condition lets one see them. */
export async function listDownloadFiles(
  db: Executor,
  ids: readonly string[],
  { readable, original }: { readable: RawBuilder<unknown>; original: RawBuilder<unknown> },
): Promise<DownloadFile[]> {
  type Row = { id: string; file_name: string; size_bytes: number; store_key: string; created_at: Date };
  const { rows } = await sql<Row>`
    select resources.id, case when masked.file_id is null then resources.file_name else files.name end as file_name,
      files.size_bytes, files.store_key, files.created_at
    from unnest(${sql.val([...ids])}::uuid[]) with ordinality wanted (id, place)
      join resources on resources.id = wanted.id
      join resource_versions version on version.id = resources.version_id
      left join masked_files masked on masked.version_id = version.id and masked.rendition_id is null
        and not ${original}
      join files on files.id = coalesce(masked.file_id, version.file_id)
    where resources.state not in ('trashed', 'purged') and ${readable}
      and (${original} or masked.file_id is not null or not ${hasMasks})
    order by wanted.place`.execute(db);
  return rows.map((row) => ({
    id: row.id,
    fileName: row.file_name,
    sizeBytes: row.size_bytes,
    storeKey: row.store_key,
    storedAt: row.created_at,
  }));
}

/** How long requests of archives are kept. */
export const downloadMaintenance: readonly MaintenanceStep[] = [
  deleteOutdated({
    what: 'archives that were asked for more than a day ago',
    table: sql`downloads`,
    where: sql`created_at < now() - interval '1 day'`,
  }),
];
