import type { ResourceRow } from '@lectern/contract/features/resource.ts';
import { type RawBuilder, sql } from 'kysely';
import { AppError } from '../../../platform/app-error.ts';
import type { Executor } from '../../../platform/db/database.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import type { Condition, SeenView } from '../../../platform/list/list-source.ts';
import { type FoundPassage, firstPassage, passageWords, presentPassage } from '../../passage/public.ts';
import type { Hold } from '../publication-hold.ts';
import { inScopeColumn, readable } from '../resource-scope.ts';
import { live } from './resource-tabs.ts';

type Named = { id: string; name: string };

const countedDuplicates = 1_000;

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
  content_type: string;
  sha256: Buffer;
  version_id: string;
  state_since: Date;
  state_by: string | null;
  state_by_name: string | null;
  created_by: string | null;
  created_by_name: string | null;
  field_sources: Record<string, string>;
  /** Names of the people in `field_sources`, by id. */
  source_names: Record<string, string> | null;
  current_facts: Record<string, unknown>;
  current_note: string;
  current_from_number: number | null;
  current_created_at: Date;
  current_by: string | null;
  current_by_name: string | null;
  versions: number;
  notes: number;
  uses: number;
  duplicates: number;
  hold: Hold | null;
};
/** Columns that other parts know how to compute for a row of `resources`. */
export type DetailColumns = { uses: RawBuilder<unknown>; hold: RawBuilder<Hold | null> };

/** Throws the same error for unknown and unreadable resources, but "gone" to people who could read a purged one. */
export async function findDetail(
  db: Executor,
  principal: Principal,
  id: string,
  columns: DetailColumns,
): Promise<DetailRecord> {
  const rows = sql`(select * from resources where resources.id = ${id} and ${readable(principal)})`;
  const [record] = (await selectDetail(principal, rows, columns).execute(db)).rows;
  if (!record) throw new AppError('notFound');
  if (record.state === 'purged') throw new AppError('gone');
  return record;
}

/** One statement for everything in the detail. `rows` is a subquery or the name of a common table expression. */
export function selectDetail(
  principal: Principal,
  rows: RawBuilder<unknown>,
  { uses, hold }: DetailColumns,
): RawBuilder<DetailRecord> {
  return sql`
    select ${recordColumns(principal)}, resources.description, resources.author, resources.year, resources.source,
      resources.alt_text, resources.content_type, resources.sha256, resources.version_id, resources.state_since,
      resources.state_by, (select name from users where users.id = resources.state_by) as state_by_name,
      resources.created_by, (select name from users where users.id = resources.created_by) as created_by_name,
      resources.field_sources,
      (select jsonb_object_agg(users.id, users.name) from jsonb_each_text(resources.field_sources) source
        join users on users.id = case when length(source.value) = 36 then source.value::uuid end) as source_names,
      current.facts as current_facts, current.note as current_note, current.from_number as current_from_number,
      current.created_at as current_created_at, current.created_by as current_by,
      (select name from users where users.id = current.created_by) as current_by_name,
      (select count(*) from resource_versions where resource_id = resources.id) as versions,
      (select count(*) from resource_notes where resource_id = resources.id) as notes,
      ${uses} as uses, ${hold} as hold,
      (select count(*) from (
        select from resources where resources.sha256 = self.sha256 and resources.id <> self.id and ${live}
          and ${readable(principal)} limit ${countedDuplicates}) twins) as duplicates
    from ${rows} resources left join resource_versions current on current.id = resources.version_id
      cross join lateral (select resources.id, resources.sha256) self`;
}
