import type { ChapterMedia } from '@lectern/contract/features/chapter-media.ts';
import type { ResourceKind } from '@lectern/contract/features/resource-state.ts';
import { type Selectable, sql } from 'kysely';
import { AppError } from '../../../platform/app-error.ts';
import type { Executor } from '../../../platform/db/database.ts';
import { plannedEachTime } from '../../../platform/db/preparing-client.ts';
import type { Chapters } from '../../../platform/db/schema.ts';
import type { Condition } from '../../../platform/list/list-source.ts';
import { hasMasks, showsMasks } from '../../review/public.ts';

export type StoredChapter = Selectable<Chapters>;

export async function getChapter(db: Executor, id: string): Promise<StoredChapter> {
  const chapter = await db.selectFrom('chapters').selectAll().where('id', '=', id).executeTakeFirst();
  if (!chapter) throw new AppError('notFound');
  return chapter;
}

export type ChapterColumns = Partial<
  Pick<StoredChapter, 'title' | 'goals' | 'body' | 'visible' | 'available_from' | 'available_until'>
>;

export async function updateChapter(transaction: Executor, id: string, columns: ChapterColumns): Promise<void> {
  await transaction
    .updateTable('chapters')
    .set((set) => ({ ...columns, version: set('version', '+', 1), updated_at: set.fn<Date>('now') }))
    .where('id', '=', id)
    .execute();
}

type ItemColumns = { required?: boolean; start_ms?: number | null; end_ms?: number | null; note?: string };

export async function updateItem(transaction: Executor, id: string, columns: ItemColumns): Promise<void> {
  await transaction.updateTable('chapter_resources').set(columns).where('id', '=', id).execute();
}

export function findItem(db: Executor, chapterId: string, itemId: string) {
  return db
    .selectFrom('chapter_resources')
    .innerJoin('resources', 'resources.id', 'chapter_resources.resource_id')
    .select([
      'chapter_resources.id',
      'chapter_resources.start_ms',
      'chapter_resources.end_ms',
      'resources.kind',
      'resources.title',
    ])
    .where('chapter_resources.chapter_id', '=', chapterId)
    .where('chapter_resources.id', '=', itemId)
    .executeTakeFirst();
}

/** The given ids that are in this chapter. */
export async function listItemIds(db: Executor, chapterId: string, itemIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from chapter_resources
    where chapter_id = ${chapterId} and id = any (${itemIds}::uuid[])`.execute(db);
  return rows.map((row) => row.id);
}

/** The given resources that are already in this chapter. */
export async function listHeld(db: Executor, chapterId: string, resourceIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ resource_id: string }>`select resource_id from chapter_resources
    where chapter_id = ${chapterId} and resource_id = any (${resourceIds}::uuid[])`.execute(db);
  return new Set(rows.map((row) => row.resource_id));
}

export async function listHolding(
  db: Executor,
  courseId: string,
  resourceIds: readonly string[],
): Promise<{ resourceId: string; chapterId: string }[]> {
  const { rows } = await sql<{ resourceId: string; chapterId: string }>`
    select distinct resource_id as "resourceId", chapter_id as "chapterId" from chapter_resources
    where course_id = ${courseId} and resource_id = any (${resourceIds}::uuid[])`.execute(db);
  return rows;
}

export type Candidate = { id: string; state: string };
type CandidateFilter = { readable: Condition; kind?: ResourceKind | undefined; limit: number };

const ofKind = (kind: ResourceKind | undefined) => (kind ? sql`and resources.kind = ${kind}` : sql``);
const latest = sql`order by resources.updated_at desc, resources.id desc`;

/** The most recently updated matches, planned for a scan of one index whatever the condition. */
export async function listFitting(
  db: Executor,
  found: Condition,
  { readable, kind, limit }: CandidateFilter,
): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`${sql.raw(plannedEachTime)}
    select resources.id, resources.state from resources
    where ${found} and resources.state not in ('trashed', 'purged') and ${readable} ${ofKind(kind)}
    ${latest} limit ${limit}`.execute(db);
  return rows;
}

/** Published resources first, then others; each by latest update. */
export async function listLatest(db: Executor, { readable, kind, limit }: CandidateFilter): Promise<Candidate[]> {
  const { rows: published } = await sql<Candidate>`select resources.id, resources.state from resources
    where resources.state = 'published' and ${readable} ${ofKind(kind)} ${latest} limit ${limit}`.execute(db);
  if (published.length >= limit) return published;
  const { rows: others } = await sql<Candidate>`select resources.id, resources.state from resources
    where resources.state not in ('published', 'trashed', 'purged') and ${readable} ${ofKind(kind)}
    ${latest} limit ${limit - published.length}`.execute(db);
  return [...published, ...others];
}

export type PlacedResource = {
  resource_id: string;
  version_id: string;
  kind: ResourceKind;
  title: string;
  format: string;
  size_bytes: number;
  duration_seconds: number | null;
  facts: Record<string, unknown>;
  has_file: boolean;
};

/** The resource of a chapter item, if the person may read both the course and the resource. */
export async function findPlaced(
  db: Executor,
  { id, itemId }: { id: string; itemId: string },
  readable: { course: Condition; resource: Condition },
): Promise<PlacedResource | undefined> {
  const { rows } = await sql<PlacedResource>`
    select resources.id as resource_id, version.id as version_id, resources.kind, resources.title, version.format,
      version.size_bytes, version.duration_seconds, version.facts,
      (not ${hasMasks} or exists (select from masked_files masked
        where masked.version_id = version.id and masked.rendition_id is null)) as has_file
    from chapter_resources items
      join chapters on chapters.id = items.chapter_id
      join courses on courses.id = chapters.course_id
      join resources on resources.id = items.resource_id
      join resource_versions version on version.id = resources.version_id
    where items.id = ${itemId} and chapters.id = ${id} and resources.state not in ('trashed', 'purged')
      and ${readable.course} and ${readable.resource}`.execute(db);
  return rows[0];
}

/** Renditions for players, except those that would show masked content. */
export async function listPlayed(db: Executor, resourceId: string): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; kind: string }>`
    select renditions.id, renditions.kind
    from resources join renditions on renditions.version_id = resources.version_id
      left join masked_files masked on masked.rendition_id = renditions.id
    where resources.id = ${resourceId} and renditions.kind in ('video', 'audio', 'poster', 'peaks', 'thumbnail')
      and renditions.page = 0 and (masked.file_id is not null or not (${showsMasks}))`.execute(db);
  return new Map(rows.map(({ kind, id }) => [kind, id]));
}

type TrackRow = Pick<ChapterMedia['tracks'][number], 'language' | 'label'> & { id: string; is_default: boolean };

export async function listPublishedTracks(db: Executor, resourceId: string): Promise<TrackRow[]> {
  const { rows } = await sql<TrackRow>`
    select id, language, label, is_default from subtitles
    where resource_id = ${resourceId} and state = 'published' and deleted_at is null
    order by is_default desc, language`.execute(db);
  return rows;
}
