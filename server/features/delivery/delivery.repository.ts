import type { Rendition } from '@lectern/contract/features/reading.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';
import { deleteOutdated, type MaintenanceStep } from '../../platform/maintenance-step.ts';
import { hasMasks, showsMasks } from '../review/public.ts';
import type { StoredDelivery } from './delivery.policy.ts';

type Row = {
  name: string;
  content_type: string;
  size_bytes: number;
  sha256: Buffer;
  created_at: Date;
  store_key: string;
};

/** Conditions on `resources`: `readable`, `managed` (older versions too) and `original` (masked content uncovered). */
export type Reach = { readable: RawBuilder<unknown>; managed: RawBuilder<unknown>; original: RawBuilder<unknown> };

/** Older versions are only for people who manage the resource; everyone else gets the current one. */
const visible = ({ readable, managed }: Reach) => sql`${readable} and resources.state <> 'purged'
  and (version.id = resources.version_id or ${managed})`;

/** Until the masked copy exists, only people who may see originals get the file. */
const isShown = ({ original }: Reach, isMasked: RawBuilder<unknown>) =>
  sql`(${original} or masked.file_id is not null or not (${isMasked}))`;

export async function findVersionDelivery(
  db: Executor,
  ids: { resourceId: string; versionId: string },
  reach: Reach,
): Promise<StoredDelivery | undefined> {
  const { rows } = await sql<Row>`
    select case when masked.file_id is null then version.file_name else files.name end as name,
      case when masked.file_id is null then version.content_type else files.content_type end as content_type,
      files.size_bytes, files.sha256, files.created_at, files.store_key
    from resource_versions version
      join resources on resources.id = version.resource_id
      left join masked_files masked on masked.version_id = version.id and masked.rendition_id is null
        and not ${reach.original}
      join files on files.id = coalesce(masked.file_id, version.file_id)
    where version.id = ${ids.versionId} and resources.id = ${ids.resourceId} and ${visible(reach)}
      and ${isShown(reach, hasMasks)}`.execute(db);
  return rows[0] && presentDelivery(rows[0]);
}

export async function findRenditionDelivery(
  db: Executor,
  ids: { resourceId: string; renditionId: string },
  reach: Reach,
): Promise<StoredDelivery | undefined> {
  const { rows } = await sql<Row>`
    select files.name, files.content_type, files.size_bytes, files.sha256, files.created_at, files.store_key
    from renditions
      join resource_versions version on version.id = renditions.version_id
      join resources on resources.id = version.resource_id
      left join masked_files masked on masked.rendition_id = renditions.id and not ${reach.original}
      join files on files.id = coalesce(masked.file_id, renditions.file_id)
    where renditions.id = ${ids.renditionId} and resources.id = ${ids.resourceId} and ${visible(reach)}
      and ${isShown(reach, showsMasks)}`.execute(db);
  return rows[0] && presentDelivery(rows[0]);
}

export type RenditionRow = {
  id: string;
  kind: Rendition['kind'];
  page: number;
  content_type: string;
  size_bytes: number;
  facts: Record<string, unknown>;
};

const pagesAtOnce = 100;

/** All renditions other than pages, plus a batch of pages; undefined when the resource isn't readable. */
export async function listRenditionRows(
  db: Executor,
  { resourceId, after }: { resourceId: string; after: number },
  readable: RawBuilder<unknown>,
): Promise<RenditionRow[] | undefined> {
  const resource = await sql<{ version_id: string }>`
    select version_id from resources where id = ${resourceId} and state <> 'purged' and ${readable}`.execute(db);
  const [current] = resource.rows;
  if (!current) return undefined;
  const { rows } = await sql<RenditionRow>`
    select renditions.id, renditions.kind, renditions.page, renditions.facts, files.content_type, files.size_bytes
    from renditions join files on files.id = renditions.file_id
    where renditions.version_id = ${current.version_id}
      and (renditions.page = 0 or (renditions.page > ${after} and renditions.page <= ${after + pagesAtOnce}))
    order by renditions.page, renditions.kind`.execute(db);
  return rows;
}

/** Undefined when the resource isn't readable or has no such page. */
export async function findPageRow(
  db: Executor,
  { resourceId, page }: { resourceId: string; page: number },
  readable: RawBuilder<unknown>,
): Promise<{ versionId: string; rendition: RenditionRow | undefined } | undefined> {
  const { rows } = await sql<{ version_id: string; has_picture: boolean } & RenditionRow>`
    select version.id as version_id, renditions.id is not null as has_picture, renditions.id, renditions.kind,
      renditions.page, renditions.facts, files.content_type, files.size_bytes
    from resources join resource_versions version on version.id = resources.version_id
      left join renditions on renditions.version_id = version.id and renditions.kind = 'page' and renditions.page = ${page}
      left join files on files.id = renditions.file_id
    where resources.id = ${resourceId} and resources.kind = 'document' and resources.state <> 'purged'
      and ${readable} and version.page_count >= ${page}`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  const { version_id: versionId, has_picture: hasPicture, ...rendition } = row;
  return { versionId, rendition: hasPicture ? rendition : undefined };
}

export async function isPurged(db: Executor, resourceId: string, readable: RawBuilder<unknown>): Promise<boolean> {
  const { rows } = await sql`
    select from resources where id = ${resourceId} and state = 'purged' and ${readable}`.execute(db);
  return rows.length > 0;
}

function presentDelivery(row: Row): StoredDelivery {
  return {
    name: row.name,
    contentType: row.content_type,
    sizeBytes: row.size_bytes,
    sha256: row.sha256,
    storedAt: row.created_at,
    storeKey: row.store_key,
  };
}

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

/** The current files of the resources this person may read, masked unless `original` holds. */
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

/** How long requested archives are kept. */
export const downloadMaintenance: readonly MaintenanceStep[] = [
  deleteOutdated({
    what: 'archives requested more than a day ago',
    table: sql`downloads`,
    where: sql`created_at < now() - interval '1 day'`,
  }),
];
