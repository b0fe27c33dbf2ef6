import type { ResourceFields } from '@lectern/contract/features/resource.ts';
import type { ResourceKind, ResourceState } from '@lectern/contract/features/resource-state.ts';
import { sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { mayEdit } from './resource.policy.ts';
import { inScopeColumn, readable } from './resource-scope.ts';

type NewVersion = { id: string; resourceId: string; number: number; incoming: IncomingFile; by: string };

export async function insertVersion(db: Executor, version: NewVersion): Promise<void> {
  const { incoming } = version;
  await db
    .insertInto('resource_versions')
    .values({
      id: version.id,
      resource_id: version.resourceId,
      number: version.number,
      file_id: incoming.fileId,
      file_name: incoming.file.name,
      format: incoming.format,
      content_type: incoming.file.contentType,
      size_bytes: incoming.file.sizeBytes,
      sha256: incoming.file.sha256,
      note: incoming.note ?? '',
      created_by: version.by,
    })
    .execute();
}

/** The caller holds the lock on the resource row. */
export async function nextVersionNumber(transaction: Executor, resourceId: string): Promise<number> {
  const { last } = await transaction
    .selectFrom('resource_versions')
    .select(({ fn }) => fn.max('number').as('last'))
    .where('resource_id', '=', resourceId)
    .executeTakeFirstOrThrow();
  return (last ?? 0) + 1;
}

export type VersionRecord = {
  id: string;
  resource_id: string;
  number: number;
  file_id: string;
  file_name: string;
  format: string;
  content_type: string;
  size_bytes: number;
  sha256: Buffer;
  duration_seconds: number | null;
  page_count: number | null;
  width: number | null;
  height: number | null;
  facts: Record<string, unknown>;
  note: string;
  from_number: number | null;
  created_at: Date;
  by_id: string | null;
  by_name: string | null;
};

export async function listVersionRecords(
  db: Executor,
  resourceId: string,
  versionId?: string,
): Promise<VersionRecord[]> {
  const { rows } = await sql<VersionRecord>`
    select version.id, version.resource_id, version.number, version.file_id, version.file_name, version.format,
      version.content_type, version.size_bytes, version.sha256, version.duration_seconds, version.page_count,
      version.width, version.height, version.facts, version.note, version.from_number, version.created_at,
      person.id as by_id, person.name as by_name
    from resource_versions version left join users person on person.id = version.created_by
    where version.resource_id = ${resourceId} ${versionId ? sql`and version.id = ${versionId}` : sql``}
    order by version.number desc`.execute(db);
  return rows;
}

/** Operations on renditions, provided by machine work. */
export type VersionRenditions = {
  /** Releases the file of the previous thumbnail. */
  replaceThumbnail(transaction: Executor, versionId: string, fileId: string): Promise<void>;
  /** Does nothing if there is one already. */
  addThumbnail(transaction: Executor, versionId: string, fileId: string): Promise<void>;
  copy(transaction: Executor, from: string, to: string): Promise<{ thumbnailId: string | null }>;
  /** Deletes the renditions of all versions of a resource. */
  purge(transaction: Executor, resourceId: string): Promise<void>;
};

/** Copies an earlier version with all its machine results. */
export async function copyVersion(
  transaction: Executor,
  renditions: VersionRenditions,
  from: string,
  to: { id: string; resourceId: string; number: number; by: string; fromNumber: number | null },
): Promise<{ thumbnailId: string | null }> {
  await sql`
    insert into resource_versions (id, resource_id, number, file_id, file_name, format, content_type, size_bytes, sha256,
      duration_seconds, page_count, width, height, facts, from_number, created_by)
    select ${to.id}, ${to.resourceId}, ${to.number}, file_id, file_name, format, content_type, size_bytes, sha256,
      duration_seconds, page_count, width, height, facts, ${to.fromNumber}::integer, ${to.by}
    from resource_versions where id = ${from}`.execute(transaction);
  await sql`
    insert into picture_hashes (version_id, hash)
    select ${to.id}::uuid, hash from picture_hashes where version_id = ${from}`.execute(transaction);
  return renditions.copy(transaction, from, to.id);
}

/**
 * Updates the flags in the resource row that lists filter by: whether it has text and whether the text needs a check.
 */
export async function updateTextFlags(transaction: Executor, resourceId: string): Promise<void> {
  await sql`
    with found as (
      select
        exists (select from passages where resource_id = ${resourceId} and source in ('document', 'ocr', 'speech')) as text,
        exists (select from readings join resources on resources.version_id = readings.version_id
          where readings.resource_id = ${resourceId} and readings.current and readings.needs_check
            and readings.checked_at is null) as doubt,
        exists (select from readings join resources on resources.id = readings.resource_id
          where readings.resource_id = ${resourceId} and readings.current
            and readings.version_id <> resources.version_id) as stale
    )
    update resources set has_text = found.text, low_confidence = found.doubt, stale = found.stale from found
    where id = ${resourceId}
      and (has_text, low_confidence, resources.stale) is distinct from (found.text, found.doubt, found.stale)`.execute(
    transaction,
  );
}

export async function updateVersionNote(db: Executor, versionId: string, note: string): Promise<void> {
  await db.updateTable('resource_versions').set({ note }).where('id', '=', versionId).execute();
}

export type DuplicateFound = { id: string; kind: ResourceKind; title: string; library: string; mayReplace: boolean };

/** The person's own first, then the oldest. */
export async function findReadableDuplicate(
  db: Executor,
  principal: Principal,
  sha256: Buffer,
): Promise<DuplicateFound | undefined> {
  type Row = {
    id: string;
    kind: ResourceKind;
    title: string;
    library: string;
    state: ResourceState;
    owner_id: string;
    in_scope: boolean;
  };
  const { rows } = await sql<Row>`
    select resources.id, resources.kind, title, libraries.name as library, state, resources.owner_id,
      ${inScopeColumn(principal)} as in_scope
    from resources join libraries on libraries.id = resources.library_id
    where sha256 = ${sha256} and state not in ('trashed', 'purged') and ${readable(principal)}
    order by (resources.owner_id = ${principal.userId}) desc, resources.id limit 1`.execute(db);
  const found = rows[0];
  if (!found) return undefined;
  const { id, kind, title, library } = found;
  return { id, kind, title, library, mayReplace: mayEdit(principal, found) };
}

export async function findLibraryDefaults(db: Executor, libraryId: string): Promise<Partial<ResourceFields>> {
  const library = await db
    .selectFrom('libraries')
    .select(['default_language', 'default_licence', 'default_visibility'])
    .where('id', '=', libraryId)
    .executeTakeFirst();
  if (!library) return {};
  return {
    language: library.default_language as ResourceFields['language'],
    licence: library.default_licence as ResourceFields['licence'],
    visibility: library.default_visibility as ResourceFields['visibility'],
  };
}

/** A stored file; its row in `files` is inserted in the same transaction. */
export type IncomingFile = {
  fileId: string;
  file: { name: string; sizeBytes: number; sha256: Buffer; contentType: string };
  kind: ResourceKind;
  /** Detected from the content, such as `pdf` or `mp4`. */
  format: string;
  note?: string;
};

export type IncomingResource = IncomingFile & {
  libraryId: string;
  folderId: string | null;
  /** Defaults to the file name without its extension. */
  title?: string;
  /** Validated fields; missing ones default to those of the library. */
  metadata?: Partial<Omit<ResourceFields, 'title'>>;
};
