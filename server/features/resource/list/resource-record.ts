import type { ResourceRow } from '@lectern/contract/features/resource.ts';
import { sql } from 'kysely';
import { AppError } from '../../../platform/app-error.ts';
import type { Executor } from '../../../platform/db/database.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import type { Condition, SeenView } from '../../../platform/list/list-source.ts';
import { type FoundPassage, firstPassage, passageWords, presentPassage } from '../../passage/public.ts';
import { inScopeColumn, readable } from '../resource-scope.ts';
import { live } from './resource-tabs.ts';

type Named = { id: string; name: string };

export type ResourceRecord = {
  id: string;
  kind: ResourceRow['kind'];
  title: string;
  file_name: string;
  format: string;
  size_bytes: number;
  duration_seconds: number | null;
  page_count: number | null;
  width: number | null;
  height: number | null;
  thumbnail_id: string | null;
  state: ResourceRow['state'];
  state_reason: string | null;
  work_failed: boolean;
  language: string | null;
  subject_id: string | null;
  subject_name: string | null;
  owner_id: string;
  owner_name: string;
  department_id: string | null;
  department_name: string | null;
  library_id: string;
  library_name: string;
  folder_id: string | null;
  folder_name: string | null;
  tags: Named[];
  columns: Named[];
  licence: ResourceRow['licence'];
  licence_until: string | null;
  visibility: ResourceRow['visibility'];
  publish_at: Date | null;
  offline_at: Date | null;
  published_at: Date | null;
  starred: boolean;
  in_scope: boolean;
  version_number: number;
  created_at: Date;
  updated_at: Date;
  version: number;
  passage?: (FoundPassage & { words: string[] }) | null;
};

/**
 * Names are subqueries, so they are looked up only for rows on the page. The index scan touches no other table, and
 * every page costs the same.
 */
export function recordColumns(principal: Principal, view?: SeenView): Condition {
  return sql`resources.id, resources.kind, resources.title, resources.file_name, resources.format, resources.size_bytes,
    resources.duration_seconds, resources.page_count, resources.width, resources.height, resources.thumbnail_id,
    resources.state, resources.state_reason, resources.work_failed, resources.language, resources.subject_id,
    (select name from subjects where subjects.id = resources.subject_id) as subject_name,
    resources.owner_id, (select name from users where users.id = resources.owner_id) as owner_name,
    resources.department_id,
    (select name from departments where departments.id = resources.department_id) as department_name,
    resources.library_id, (select name from libraries where libraries.id = resources.library_id) as library_name,
    resources.folder_id, (select name from folders where folders.id = resources.folder_id) as folder_name,
    (select coalesce(jsonb_agg(jsonb_build_object('id', tags.id, 'name', tags.name) order by lower(tags.name)), '[]')
      from tags where tags.id = any (resources.tag_ids)) as tags,
    (select coalesce(jsonb_agg(jsonb_build_object('id', columns.id, 'name', columns.name) order by lower(columns.name)), '[]')
      from column_items join columns on columns.id = column_items.column_id
      where column_items.resource_id = resources.id) as columns,
    resources.licence, resources.licence_until::text, resources.visibility, resources.publish_at, resources.offline_at,
    resources.published_at,
    exists (select from favourites
      where favourites.owner_id = ${principal.userId} and favourites.resource_id = resources.id) as starred,
    ${inScopeColumn(principal)} as in_scope, resources.version_number, resources.created_at, resources.updated_at,
    resources.version${passageColumn(view?.contains)}`;
}

/** The passage in which the searched text occurs. */
function passageColumn(text: unknown): Condition {
  const words = typeof text === 'string' ? passageWords(text) : [];
  return words.length === 0 ? sql`` : sql`, ${firstPassage({ words })} as passage`;
}

export function presentResource(row: ResourceRecord): ResourceRow {
  return {
    id: row.id,
    kind: row.kind,
    title: row.title,
    fileName: row.file_name,
    format: row.format,
    sizeBytes: row.size_bytes,
    durationSeconds: row.duration_seconds,
    pageCount: row.page_count,
    width: row.width,
    height: row.height,
    thumbnail: row.thumbnail_id && `/resources/${row.id}/renditions/${row.thumbnail_id}`,
    state: row.state,
    stateReason: row.state_reason,
    workFailed: row.work_failed,
    language: row.language,
    subject: named(row.subject_id, row.subject_name),
    owner: { id: row.owner_id, name: row.owner_name },
    department: named(row.department_id, row.department_name),
    library: { id: row.library_id, name: row.library_name },
    folder: named(row.folder_id, row.folder_name),
    tags: row.tags,
    columns: row.columns,
    licence: row.licence,
    licenceUntil: row.licence_until,
    visibility: row.visibility,
    publishAt: row.publish_at?.toISOString() ?? null,
    offlineAt: row.offline_at?.toISOString() ?? null,
    publishedAt: row.published_at?.toISOString() ?? null,
    starred: row.starred,
    inScope: row.in_scope,
    versionNumber: row.version_number,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    version: row.version,
    ...(row.passage && { passage: presentPassage(row.passage, row.passage.words) }),
  };
}

export function named(id: string | null, name: string | null): Named | null {
  return id && name !== null ? { id, name } : null;
}

export type DetailRecord = ResourceRecord & {
  description: string;
  author: string;
  year: number | null;
  source: string;
  alt_text: string;
  sha256: Buffer;
  version_id: string;
  state_since: Date;
  state_by: string | null;
  state_by_name: string | null;
  created_by: string | null;
  created_by_name: string | null;
  versions: number;
  notes: number;
};

/**
 * Throws the same error for unknown and unreadable resources. People who could read it are told that it was
 * permanently deleted.
 */
export async function findDetail(db: Executor, principal: Principal, id: string): Promise<DetailRecord> {
  const { rows } = await sql<DetailRecord>`
    select ${recordColumns(principal)}, resources.description, resources.author, resources.year, resources.source,
      resources.alt_text, resources.sha256, resources.version_id, resources.state_since,
      resources.state_by, (select name from users where users.id = resources.state_by) as state_by_name,
      resources.created_by, (select name from users where users.id = resources.created_by) as created_by_name,
      (select count(*) from resource_versions where resource_id = resources.id) as versions,
      (select count(*) from resource_notes where resource_id = resources.id) as notes
    from resources where resources.id = ${id} and ${readable(principal)}`.execute(db);
  const [record] = rows;
  if (!record) throw new AppError('notFound');
  if (record.state === 'purged') throw new AppError('gone');
  return record;
}

/** Other resources with the identical file that this person may read. */
export async function countDuplicates(
  db: Executor,
  principal: Principal,
  resource: { id: string; sha256: Buffer },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select 1 from resources
      where sha256 = ${resource.sha256} and id <> ${resource.id} and ${live} and ${readable(principal)} limit 1000
    ) twins`.execute(db);
  return rows[0]?.count ?? 0;
}
