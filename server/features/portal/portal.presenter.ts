import type { PortalColumn } from '@lectern/contract/portal/portal-column.ts';
import type { PortalCourseCard } from '@lectern/contract/portal/portal-course.ts';
import type { PortalRendition, PortalResourceCard } from '@lectern/contract/portal/portal-resource.ts';
import type { PublicColumn } from './column.repository.ts';
import type { CourseRow } from './course.repository.ts';
import type { MakeLink } from './media-signer.ts';
import type { CardRow, RenditionRow } from './resource.repository.ts';

/** Null when the API key lacks the media scope. */
export type Links = MakeLink | null;

export function presentCard(row: CardRow, links: Links): PortalResourceCard {
  return {
    id: row.id,
    kind: row.kind,
    title: row.title,
    description: row.description,
    author: row.author,
    year: row.year,
    language: row.language,
    subject: nameOf(row.subject_id, row.subject_name),
    tags: row.tags,
    licence: row.licence,
    format: row.format,
    durationSeconds: row.duration_seconds,
    pageCount: row.page_count,
    width: row.width,
    height: row.height,
    publishedAt: row.published_at?.toISOString() ?? null,
    updatedAt: row.updated_at.toISOString(),
    altText: row.alt_text,
    cover: links && row.thumbnail_id ? links('rendition', row.thumbnail_id) : null,
  };
}

export function presentRendition(row: RenditionRow, links: Links): PortalRendition {
  return {
    id: row.id,
    kind: row.kind,
    page: row.page,
    contentType: row.content_type,
    sizeBytes: row.size_bytes,
    width: sizeIn(row.facts, 'width'),
    height: sizeIn(row.facts, 'height'),
    media: links?.('rendition', row.id) ?? null,
  };
}

function sizeIn(facts: Record<string, unknown>, name: string): number | null {
  const value = facts[name];
  return typeof value === 'number' && Number.isInteger(value) ? value : null;
}

export function presentCourse(row: CourseRow, links: Links): PortalCourseCard {
  return {
    id: row.id,
    name: row.name,
    code: row.code,
    term: row.term,
    description: row.description,
    language: row.language,
    audience: row.audience,
    subject: nameOf(row.subject_id, row.subject_name),
    college: nameOf(row.college_id, row.college_name),
    department: nameOf(row.department_id, row.department_name),
    teachers: row.teachers,
    publishedAt: row.published_at?.toISOString() ?? null,
    updatedAt: row.updated_at.toISOString(),
    availableUntil: row.available_until?.toISOString() ?? null,
    cover: links && row.has_cover ? links('courseCover', row.id) : null,
  };
}

export function presentColumn(column: PublicColumn, links: Links): PortalColumn {
  const { id, parent_id: parentId, name, slug, description, has_cover: hasCover } = column;
  return { id, parentId, name, slug, description, cover: links && hasCover ? links('columnCover', id) : null };
}

function nameOf(id: string | null, name: string | null) {
  return id === null || name === null ? null : { id, name };
}
