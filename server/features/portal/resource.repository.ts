import type { ResourceKind } from '@lectern/contract/features/resource-state.ts';
import type { PortalRendition } from '@lectern/contract/portal/portal-resource.ts';
import { sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';
import type { Condition } from '../../platform/list/list-source.ts';
import { isNamedSubject } from '../publication/public.ts';
import { hasMasks, showsMasks } from '../review/public.ts';
import type { PortalCursor } from './portal-cursor.ts';

export type CardRow = {
  id: string;
  kind: ResourceKind;
  title: string;
  description: string;
  author: string;
  year: number | null;
  language: string | null;
  subject_id: string | null;
  subject_name: string | null;
  tags: string[];
  licence: string | null;
  format: string;
  duration_seconds: number | null;
  page_count: number | null;
  width: number | null;
  height: number | null;
  published_at: Date | null;
  updated_at: Date;
  alt_text: string;
  thumbnail_id: string | null;
};

/**
 * The thumbnail, or null while it shows masked content without a redacted copy: a URL that returns nothing would leave
 * a gap on the page.
 */
const shownPicture = sql`(select renditions.id from renditions where renditions.id = resources.thumbnail_id
  and (not (${showsMasks}) or exists (select from masked_files where masked_files.rendition_id = renditions.id)))`;

export const cardColumns = sql`resources.id, resources.kind, resources.title, resources.description, resources.author,
  resources.year, resources.language, resources.subject_id, subjects.name as subject_name,
  array(select tags.name from tags where tags.id = any (resources.tag_ids) order by lower(tags.name)) as tags,
  resources.licence, resources.format, resources.duration_seconds, resources.page_count, resources.width, resources.height,
  resources.published_at, resources.updated_at, resources.alt_text, ${shownPicture} as thumbnail_id`;
export const cardJoins = sql`left join subjects on subjects.id = resources.subject_id and ${isNamedSubject()}`;

/** The publication time, or the creation time of old rows without one. Must match the index expression. */
const publishedAt = sql`coalesce(resources.published_at, resources.created_at)`;

type ListedCard = CardRow & { key: string };

/** Newest first. */
export async function listCards(
  db: Executor,
  conditions: Condition,
  { after, limit }: { after: PortalCursor | undefined; limit: number },
): Promise<ListedCard[]> {
  const beyond = after
    ? sql`(${publishedAt}, resources.id) < (${after.key}::timestamptz, ${after.id}::uuid)`
    : sql`true`;
  const { rows } = await sql<ListedCard>`
    select ${cardColumns}, ${publishedAt}::text as key from resources ${cardJoins}
    where ${conditions} and ${beyond}
    order by ${publishedAt} desc, resources.id desc limit ${limit}`.execute(db);
  return rows;
}

/** The public resources among these ids. */
export async function readCards(
  db: Executor,
  ids: readonly string[],
  conditions: Condition,
): Promise<Map<string, CardRow>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<CardRow>`
    select ${cardColumns} from resources ${cardJoins}
    where resources.id = any (${[...new Set(ids)]}::uuid[]) and ${conditions}`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Condition on an id column: in the subject or its subtree. */
export function isWithinSubject(column: string, subjectId: string): Condition {
  return sql`${sql.ref(column)} in (select below.id from subjects chosen
    join subjects below on below.path like chosen.path || '%' where chosen.id = ${subjectId})`;
}

type DetailRow = CardRow & { source: string; version_id: string };

export async function findDetail(db: Executor, id: string, isPublic: Condition): Promise<DetailRow | undefined> {
  const { rows } = await sql<DetailRow>`
    select ${cardColumns}, resources.source, resources.version_id from resources ${cardJoins}
    where resources.id = ${id} and ${isPublic}`.execute(db);
  return rows[0];
}

export type RenditionRow = {
  id: string;
  kind: PortalRendition['kind'];
  page: number;
  content_type: string;
  size_bytes: number;
  facts: Record<string, unknown>;
};

const pagesAtOnce = 100;
/** Videos with burned-in subtitles are made on request and not public. */
const shownKinds = sql`renditions.kind <> 'burned'`;

/** Page images in batches, and all other renditions; masked ones only as redacted copies. */
export async function listShownRenditions(
  db: Executor,
  { resourceId, after }: { resourceId: string; after: number | null },
  isPublic: Condition,
): Promise<RenditionRow[]> {
  const from = after ?? 0;
  const wanted = sql`(renditions.page > ${from} and renditions.page <= ${from + pagesAtOnce})`;
  const { rows } = await sql<RenditionRow>`
    select renditions.id, renditions.kind, renditions.page, renditions.facts, files.content_type, files.size_bytes
    from resources join renditions on renditions.version_id = resources.version_id
      left join masked_files masked on masked.rendition_id = renditions.id
      join files on files.id = coalesce(masked.file_id, renditions.file_id)
    where resources.id = ${resourceId} and ${isPublic} and ${shownKinds}
      and ${after === null ? sql`(renditions.page = 0 or ${wanted})` : wanted}
      and (masked.file_id is not null or not (${showsMasks}))
    order by renditions.page, renditions.kind`.execute(db);
  return rows;
}

type FileRow = { version_id: string; name: string; content_type: string; size_bytes: number };

/** The file, or its redacted copy. */
export async function findShownFile(
  db: Executor,
  resourceId: string,
  isPublic: Condition,
): Promise<FileRow | undefined> {
  const { rows } = await sql<FileRow>`
    select version.id as version_id,
      case when masked.file_id is null then version.file_name else files.name end as name,
      case when masked.file_id is null then version.content_type else files.content_type end as content_type,
      files.size_bytes
    from resources join resource_versions version on version.id = resources.version_id
      left join masked_files masked on masked.version_id = version.id and masked.rendition_id is null
      join files on files.id = coalesce(masked.file_id, version.file_id)
    where resources.id = ${resourceId} and ${isPublic} and (masked.file_id is not null or not ${hasMasks})`.execute(db);
  return rows[0];
}

type SubtitleRow = { id: string; language: string; label: string; is_default: boolean };

export async function listShownSubtitles(
  db: Executor,
  resourceId: string,
  isPublic: Condition,
): Promise<SubtitleRow[]> {
  const { rows } = await sql<SubtitleRow>`
    select subtitles.id, subtitles.language, subtitles.label, subtitles.is_default
    from resources join subtitles on subtitles.resource_id = resources.id
    where resources.id = ${resourceId} and ${isPublic} and ${isShownSubtitle}
    order by subtitles.is_default desc, subtitles.language`.execute(db);
  return rows;
}

/** Condition on joined rows of `subtitles` and `resources`. */
export const isShownSubtitle = sql`(subtitles.state = 'published' and subtitles.deleted_at is null)`;
