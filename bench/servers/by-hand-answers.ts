import { missingOf, type RequiredFields, requiredOf } from '@lectern/contract/features/required-fields.ts';
import {
  mayEditResource,
  movesFor,
  type ResourceKind,
  type ResourceState,
} from '@lectern/contract/features/resource-state.ts';

/** Turns the rows of the server written by hand into the product's answers. */

type Named = { id: string; name: string };

export type ListRow = {
  id: string;
  kind: ResourceKind;
  title: string;
  file_name: string;
  format: string;
  size_bytes: number;
  duration_seconds: number | null;
  page_count: number | null;
  width: number | null;
  height: number | null;
  thumbnail_id: string | null;
  state: ResourceState;
  state_reason: string | null;
  work_failed: boolean;
  language: string | null;
  licence: string | null;
  licence_until: string | null;
  visibility: string;
  publish_at: Date | null;
  offline_at: Date | null;
  published_at: Date | null;
  version_number: number;
  created_at: Date;
  updated_at: Date;
  version: number;
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
  starred: boolean;
  in_scope: boolean;
};
export type PageRow = ListRow & { key: string; walked: number };

export type DetailRow = ListRow & {
  user_id: string;
  role_id: number;
  description: string;
  author: string;
  year: number | null;
  source: string;
  alt_text: string;
  state_since: Date;
  state_by: string | null;
  state_by_name: string | null;
  created_by: string | null;
  created_by_name: string | null;
  current_id: string;
  number: number;
  current_file_name: string;
  current_format: string;
  content_type: string;
  current_size_bytes: number;
  sha256: string;
  facts: Record<string, unknown>;
  note: string;
  from_number: number | null;
  current_created_at: Date;
  current_by: string | null;
  current_by_name: string | null;
  versions: number;
  notes: number;
  uses: number;
  duplicates: number;
  licence_over: boolean | null;
  held: boolean;
  field_sources: Record<string, string>;
  /** By id. */
  source_names: Record<string, string> | null;
};

const named = (id: string | null, name: string | null): Named | null => (id && name !== null ? { id, name } : null);

export function presentRow(row: ListRow) {
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
    publishAt: row.publish_at,
    offlineAt: row.offline_at,
    publishedAt: row.published_at,
    starred: row.starred,
    inScope: row.in_scope,
    versionNumber: row.version_number,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    version: row.version,
  };
}

type Rule = { reviewBeforePublish: boolean; requiredFields: RequiredFields };

export function presentDetail(row: DetailRow, { reviewBeforePublish, requiredFields }: Rule) {
  const isOwner = row.owner_id === row.user_id;
  const person = { roleId: row.role_id, isOwner, inScope: row.in_scope };
  const isReviewed = !reviewBeforePublish || (row.state !== 'ready' && !isOwner);
  const required = requiredOf(requiredFields, row.kind);
  const missing = missingOf(required, { ...row, tagIds: row.tags, subjectId: row.subject_id, altText: row.alt_text });
  const mayPublish = isReviewed && !row.licence_over && !row.held && missing.length === 0;
  return {
    ...presentRow(row),
    description: row.description,
    author: row.author,
    year: row.year,
    source: row.source,
    altText: row.alt_text,
    sources: Object.fromEntries(
      Object.entries(row.field_sources).map(([field, source]) => [
        field,
        ['file', 'fileName', 'library'].includes(source)
          ? { from: source, name: null }
          : { from: 'person', name: row.source_names?.[source] ?? null },
      ]),
    ),
    stateSince: row.state_since,
    stateBy: named(row.state_by, row.state_by_name),
    createdBy: named(row.created_by, row.created_by_name),
    current: {
      id: row.current_id,
      number: row.number,
      current: true,
      fileName: row.current_file_name,
      format: row.current_format,
      contentType: row.content_type,
      sizeBytes: row.current_size_bytes,
      sha256: row.sha256,
      durationSeconds: row.duration_seconds,
      pageCount: row.page_count,
      width: row.width,
      height: row.height,
      facts: row.facts,
      note: row.note,
      fromNumber: row.from_number,
      createdBy: named(row.current_by, row.current_by_name),
      createdAt: row.current_created_at,
      url: `/resources/${row.id}/versions/${row.current_id}/file`,
    },
    moves: movesFor(person, row.state).filter((move) => move !== 'publish' || mayPublish),
    mayEdit: mayEditResource(person, row.state),
    required,
    missing,
    counts: { versions: row.versions, uses: row.uses, notes: row.notes, duplicates: row.duplicates },
  };
}
