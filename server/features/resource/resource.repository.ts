import { type ResourceFields, resourcePages } from '@lectern/contract/features/resource.ts';
import type { ResourceKind, ResourceState } from '@lectern/contract/features/resource-state.ts';
import { type RawBuilder, sql, type Updateable } from 'kysely';
import { AppError } from '../../platform/app-error.ts';
import type { Executor } from '../../platform/db/database.ts';
import type { Resources } from '../../platform/db/schema.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import type { Move, OwnedThings } from '../../platform/ownership/owned-things.ts';
import { assertMayEdit, type WorkPages } from './resource.policy.ts';
import { inScopeColumn, readable } from './resource-scope.ts';

/** The columns needed by checks, Undo and activities. */
export type LockedResource = {
  id: string;
  kind: ResourceKind;
  title: string;
  description: string;
  language: string | null;
  subject_id: string | null;
  author: string;
  year: number | null;
  source: string;
  alt_text: string;
  licence: string | null;
  licence_until: string | null;
  visibility: string;
  tag_ids: string[];
  owner_id: string;
  department_id: string | null;
  library_id: string;
  folder_id: string | null;
  state: ResourceState;
  state_reason: string | null;
  state_since: Date;
  state_by: string | null;
  state_before: ResourceState | null;
  publish_at: Date | null;
  offline_at: Date | null;
  published_at: Date | null;
  work_failed: boolean;
  version_id: string;
  version_number: number;
  file_name: string;
  format: string;
  content_type: string;
  size_bytes: number;
  sha256: Buffer;
  /** `file`, `fileName`, `library` or the id of the person, by field. */
  field_sources: Record<string, string>;
  version: number;
  in_scope: boolean;
};

const lockedColumns = sql`resources.id, kind, title, description, language, subject_id, author, year, source, alt_text,
  licence, licence_until::text, visibility, tag_ids, owner_id, department_id, library_id, folder_id, state,
  state_reason, state_since, state_by, state_before, publish_at, offline_at, published_at, work_failed, version_id,
  version_number, file_name, format, content_type, size_bytes, sha256, field_sources,
  version`;

/** Locks the row until the transaction ends. Throws the same error for unknown and unreadable resources. */
export async function lockReadable(
  transaction: Executor,
  principal: Principal,
  id: string,
  pages?: WorkPages,
): Promise<LockedResource> {
  // `no key update` blocks other changes, but not inserts that reference the row, such as favourites and notes.
  const { rows } = await sql<LockedResource>`
    select ${lockedColumns}, ${inScopeColumn(principal, pages)} as in_scope from resources
    where resources.id = ${id} and ${readable(principal)} for no key update`.execute(transaction);
  return existing(rows[0]);
}

/** Locks a resource that this person may change on these pages. */
export async function lockEditable(
  transaction: Executor,
  { principal }: SignedInContext,
  id: string,
  pages?: WorkPages,
): Promise<LockedResource> {
  const resource = await lockReadable(transaction, principal, id, pages);
  assertMayEdit(principal, resource, pages);
  return resource;
}

/** For Lectern itself, without a data scope. */
export async function lockResource(transaction: Executor, id: string): Promise<LockedResource | undefined> {
  const { rows } = await sql<LockedResource>`
    select ${lockedColumns}, true as in_scope from resources
    where resources.id = ${id} and state <> 'purged' for no key update`.execute(transaction);
  return rows[0];
}

export async function findReadable(
  db: Executor,
  principal: Principal,
  id: string,
  pages?: WorkPages,
): Promise<LockedResource> {
  const { rows } = await sql<LockedResource>`
    select ${lockedColumns}, ${inScopeColumn(principal, pages)} as in_scope from resources
    where resources.id = ${id} and ${readable(principal)}`.execute(db);
  return existing(rows[0]);
}

export async function getCurrentVersionId(db: Executor, id: string): Promise<string> {
  const { version_id: versionId } = await db
    .selectFrom('resources')
    .select('version_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (!versionId) throw new AppError('notFound');
  return versionId;
}

/** The readable resources among these, unordered. */
export async function listReadable(
  db: Executor,
  principal: Principal,
  ids: readonly string[],
): Promise<LockedResource[]> {
  const { rows } = await sql<LockedResource>`
    select ${lockedColumns}, ${inScopeColumn(principal)} as in_scope from resources
    where resources.id = any (${ids}::uuid[]) and state <> 'purged' and ${readable(principal)}`.execute(db);
  return rows;
}

function existing(resource: LockedResource | undefined): LockedResource {
  if (!resource) throw new AppError('notFound');
  if (resource.state === 'purged') throw new AppError('gone');
  return resource;
}

/** Column values or SQL expressions. */
export type ResourceColumns = {
  [Column in keyof Updateable<Resources>]?: Updateable<Resources>[Column] | RawBuilder<unknown>;
};

/** The reason for the latest rejection. */
export async function findLastRejection(db: Executor, id: string): Promise<string | null> {
  const { rows } = await sql<{ reason: string | null }>`
    select after ->> 'reason' as reason from activities
    where object_type = 'resource' and object_id = ${id} and action = 'resource.rejected'
    order by id desc limit 1`.execute(db);
  return rows[0]?.reason ?? null;
}

export const fieldColumns = {
  title: 'title',
  description: 'description',
  language: 'language',
  subjectId: 'subject_id',
  author: 'author',
  year: 'year',
  source: 'source',
  altText: 'alt_text',
  licence: 'licence',
  licenceUntil: 'licence_until',
  visibility: 'visibility',
  tagIds: 'tag_ids',
} as const satisfies Record<keyof ResourceFields, string>;
export type FieldColumn = (typeof fieldColumns)[keyof ResourceFields];

export async function getPersonName(db: Executor, id: string): Promise<string> {
  const { name } = await db.selectFrom('users').select('name').where('id', '=', id).executeTakeFirstOrThrow();
  return name;
}

const mostNotified = 50;

/**
 * The people notified of resources submitted in this department: its specialists and those of the departments above it.
 */
export async function listPublishers(db: Executor, departmentId: string | null): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select users.id from users join departments own on own.id = users.department_id
    where users.access = 0 and users.role_id = 3
      and (select path from departments where id = ${departmentId}) like own.path || '%'
      and allowed_paths(users.id) && ${[...resourcePages]}::text[]
    order by users.id limit ${mostNotified}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Ignores properties that aren't resource fields. */
export function columnsOf(fields: Partial<ResourceFields>): Partial<Record<FieldColumn, never>> {
  const known = Object.entries(fieldColumns) as [keyof ResourceFields, FieldColumn][];
  const given = known.filter(([field]) => fields[field] !== undefined);
  return Object.fromEntries(given.map(([field, column]) => [column, fields[field]]));
}

/** The inverse of `columnsOf`, for activities. */
export function fieldsOf(columns: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const known = Object.entries(fieldColumns).filter(([, column]) => column in columns);
  return Object.fromEntries(known.map(([field, column]) => [field, columns[column]]));
}

/** Total bytes of all versions, which count towards the library’s quota. */
export async function sizeOfVersions(db: Executor, resourceId: string): Promise<number> {
  const { bytes } = await db
    .selectFrom('resource_versions')
    .select(({ fn }) => fn.sum<number | null>('size_bytes').as('bytes'))
    .where('resource_id', '=', resourceId)
    .executeTakeFirstOrThrow();
  return Number(bytes ?? 0);
}

/** Locks the library and folder if they exist. */
export async function isPlace(
  transaction: Executor,
  { library_id: libraryId, folder_id: folderId }: { library_id: string; folder_id: string | null },
): Promise<boolean> {
  const library = await transaction
    .selectFrom('libraries')
    .select('id')
    .where('id', '=', libraryId)
    .forKeyShare()
    .executeTakeFirst();
  if (!library || !folderId) return library !== undefined;
  const folder = await transaction
    .selectFrom('folders')
    .select('id')
    .where('id', '=', folderId)
    .where('library_id', '=', libraryId)
    .forKeyShare()
    .executeTakeFirst();
  return folder !== undefined;
}

/** Includes resources in Trash. */
export const ownedResources: Pick<OwnedThings, 'kind' | 'count'> = {
  kind: 'resource',
  async count(db: Executor, userId: string): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from resources where owner_id = ${userId} and state <> 'purged'`.execute(db);
    return rows[0]?.count ?? 0;
  },
};

const among = (only: Move['only']) => (only ? sql`and id = any (${only}::uuid[])` : sql``);

/** Moves all resources of a subject, or only those given. */
export async function moveResourcesToSubject(transaction: Executor, { from, to, only }: Move): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update resources set subject_id = ${to}, version = version + 1 where subject_id = ${from} ${among(only)}
    returning id`.execute(transaction);
  return rows.map(({ id }) => id);
}

/** Doesn't count as an edit of the resources. */
export async function moveResourcesToFolder(
  transaction: Executor,
  { from, to }: { from: string; to: string | null },
): Promise<void> {
  await sql`update resources set folder_id = ${to} where folder_id = ${from}`.execute(transaction);
}

/** Replaces or removes tags on up to `limit` resources and returns their number. Doesn't count as an edit. */
export async function replaceTagsOfResources(
  executor: Executor,
  { from, to, limit }: { from: readonly string[]; to: string | null; limit: number },
): Promise<number> {
  const without = sql`(select coalesce(array_agg(tag.id order by tag.place), '{}')
    from unnest(resources.tag_ids) with ordinality tag (id, place) where tag.id <> all (${from}::uuid[]))`;
  const { numAffectedRows } = await sql`
    update resources set tag_ids = ${to ? sql`array_remove(${without}, ${to}::uuid) || ${to}::uuid` : without}
    where id = any (array(
      select id from resources where tag_ids && ${from}::uuid[] order by id limit ${limit} for update))`.execute(
    executor,
  );
  return Number(numAffectedRows ?? 0);
}
