import {
  missingOf,
  type PublishField,
  type RequiredFields,
  requiredOf,
} from '@lectern/contract/features/required-fields.ts';
import {
  type FieldSource,
  type ResourceDetailView,
  type ResourceVersion,
  sourcedFields,
} from '@lectern/contract/features/resource.ts';
import { movesFor } from '@lectern/contract/features/resource-state.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { DetailRecord } from './list/resource-record.ts';
import { named, presentResource } from './list/resource-record.ts';
import { isLicenceOver, isReviewed, mayEdit, type PublishRule, personOf } from './resource.policy.ts';
import type { VersionRecord } from './version.repository.ts';

export function presentVersion(record: Omit<VersionRecord, 'file_id'>, currentId: string | null): ResourceVersion {
  return {
    id: record.id,
    number: record.number,
    current: record.id === currentId,
    fileName: record.file_name,
    format: record.format,
    contentType: record.content_type,
    sizeBytes: record.size_bytes,
    sha256: record.sha256.toString('hex'),
    durationSeconds: record.duration_seconds,
    pageCount: record.page_count,
    width: record.width,
    height: record.height,
    facts: record.facts,
    note: record.note,
    fromNumber: record.from_number,
    createdBy: named(record.by_id, record.by_name),
    createdAt: record.created_at.toISOString(),
    url: `/resources/${record.resource_id}/versions/${record.id}/file`,
  };
}

export function presentDetail(
  principal: Principal,
  record: DetailRecord,
  rule: PublishRule & { requiredFields: RequiredFields },
): ResourceDetailView {
  const { versions, uses, notes, duplicates } = record;
  const moves = movesFor(personOf(principal, record), record.state);
  const required = requiredOf(rule.requiredFields, record.kind);
  const missing = missingOf(required, valuesOf(record));
  const isAllowed = isReviewed(principal, record, rule) && !isLicenceOver(record, rule);
  const mayPublish = isAllowed && record.hold === null && missing.length === 0;
  return {
    ...presentResource(record),
    description: record.description,
    author: record.author,
    year: record.year,
    source: record.source,
    altText: record.alt_text,
    sources: presentSources(record),
    stateSince: record.state_since.toISOString(),
    stateBy: named(record.state_by, record.state_by_name),
    createdBy: named(record.created_by, record.created_by_name),
    current: presentVersion(currentOf(record), record.version_id),
    // Offers only moves that the server would accept.
    moves: moves.filter((move) => move !== 'publish' || mayPublish),
    mayEdit: mayEdit(principal, record),
    required,
    missing,
    counts: { versions, uses, notes, duplicates },
  };
}

function presentSources({ field_sources: sources, source_names: names }: DetailRecord): ResourceDetailView['sources'] {
  const entries = sourcedFields.flatMap((field) => {
    const source = sources[field];
    return source ? [[field, presentSource(source, names?.[source] ?? null)] as const] : [];
  });
  return Object.fromEntries(entries);
}

function presentSource(source: string, name: string | null): FieldSource {
  return source === 'file' || source === 'fileName' || source === 'library'
    ? { from: source, name: null }
    : { from: 'person', name };
}

function valuesOf(record: DetailRecord): Record<PublishField, unknown> {
  const {
    description,
    language,
    author,
    year,
    source,
    licence,
    tags,
    subject_id: subjectId,
    alt_text: altText,
  } = record;
  return { description, language, author, year, source, licence, tagIds: tags, subjectId, altText };
}

/** The current version, whose file is also described in the resource's row. */
function currentOf(record: DetailRecord): Omit<VersionRecord, 'file_id'> {
  return {
    ...record,
    id: record.version_id,
    resource_id: record.id,
    number: record.version_number,
    facts: record.current_facts,
    note: record.current_note,
    from_number: record.current_from_number,
    created_at: record.current_created_at,
    by_id: record.current_by,
    by_name: record.current_by_name,
  };
}
