import type { CourseExportReport, ExportReason, LeftOutOfExport } from '@lectern/contract/features/course-exchange.ts';
import type { ResourceKind } from '@lectern/contract/features/resource-state.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../../platform/db/database.ts';
import { isPublicChapter, isPublicCourse, isPublicResource, type PublicRule } from '../../publication/public.ts';
import { type Numbered, numberChapters } from '../catalogue/catalogue.presenter.ts';
import type { FileChapter, FileItem } from './course-file.ts';

/** `shown`: readers can see the chapter now. */
type ExportedChapter = Numbered<ChapterRow> & { shown: boolean };

/** The exported chapters in order. Subchapters of a chapter that is left out or withheld are left out too. */
export function chooseChapters(rows: readonly ChapterRow[], { hiddenChapters }: { hiddenChapters: boolean }) {
  const chosen: ExportedChapter[] = [];
  const leftOut: LeftOutOfExport[] = [];
  const taken = new Set<string | null>([null]);
  for (const each of numberChapters(rows)) {
    const { row, number } = each;
    if (!taken.has(row.parent_id)) continue;
    const reason = row.withheld ? 'withheld' : row.visible ? 'outOfDates' : 'hidden';
    if (row.is_public || (hiddenChapters && !row.withheld)) {
      taken.add(row.id);
      chosen.push({ ...each, shown: row.is_public });
    } else leftOut.push({ kind: 'chapter', id: row.id, title: row.title, chapter: number, reason });
  }
  return { chosen, leftOut };
}

/** The items of the chosen chapters, except those readers may not see. */
export function chooseItems(chosen: readonly ExportedChapter[], items: readonly ItemRow[]) {
  const leftOut = chosen.flatMap(({ row, number }) =>
    items
      .filter((item) => item.chapter_id === row.id && item.reason !== null)
      .map((item): LeftOutOfExport => leftOutItem(item, number, item.reason ?? 'notPublished')),
  );
  const chapterIds = new Set(chosen.map(({ row }) => row.id));
  return { placed: items.filter((item) => item.reason === null && chapterIds.has(item.chapter_id)), leftOut };
}

export function leftOutItem(
  { kind, id, title, readable }: ItemRow,
  chapter: string,
  reason: LeftOutOfExport['reason'],
): LeftOutOfExport {
  return { kind, id, title: readable ? title : null, chapter, reason };
}

export function chapterTree(
  chosen: readonly ExportedChapter[],
  itemsOf: (chapterId: string) => FileItem[],
  parentId: string | null = null,
): FileChapter[] {
  return chosen
    .filter(({ row }) => row.parent_id === parentId)
    .map(({ row }) => ({
      title: row.title,
      goals: row.goals,
      body: row.body,
      visible: row.visible,
      availableFrom: row.available_from?.toISOString() ?? null,
      availableUntil: row.available_until?.toISOString() ?? null,
      items: itemsOf(row.id),
      chapters: chapterTree(chosen, itemsOf, row.id),
    }));
}

/** For the report inside the file, which must not contain titles of blocked or non-public items. */
export function withoutTitles(report: CourseExportReport): Omit<CourseExportReport, 'leftOut'> & { leftOut: object[] } {
  return { ...report, leftOut: report.leftOut.map(({ title: _, ...rest }) => rest) };
}

type ChapterRow = {
  id: string;
  parent_id: string | null;
  position: number;
  title: string;
  goals: string;
  body: string;
  visible: boolean;
  available_from: Date | null;
  available_until: Date | null;
  is_public: boolean;
  withheld: boolean;
};
export type ItemRow = {
  chapter_id: string;
  id: string;
  version_id: string;
  title: string;
  kind: ResourceKind;
  sha256: Buffer;
  masked: boolean;
  required: boolean;
  start_ms: number | null;
  end_ms: number | null;
  note: string;
  /** Why readers of the audience don't get it; null if they do. */
  reason: ExportReason | null;
  readable: boolean;
};

export async function findPublicity(db: Executor, courseId: string, rule: PublicRule) {
  const { rows } = await sql<{ is_public: boolean; withheld: boolean }>`
    select ${isPublicCourse(rule)} as is_public, courses.withheld
    from courses where courses.id = ${courseId}`.execute(db);
  return { isPublic: rows[0]?.is_public === true, withheld: rows[0]?.withheld === true };
}

export async function listChapters(db: Executor, courseId: string, rule: PublicRule): Promise<ChapterRow[]> {
  const { rows } = await sql<ChapterRow>`
    select chapters.id, chapters.parent_id, chapters.position, chapters.title, chapters.goals, chapters.body,
      chapters.visible, chapters.available_from, chapters.available_until, ${isPublicChapter(rule)} as is_public,
      chapters.withheld
    from chapters where chapters.course_id = ${courseId}`.execute(db);
  return rows;
}

/** In chapter order, each with the reason why readers of the audience don't get it. */
export async function listItems(
  db: Executor,
  courseId: string,
  { rule, readable }: { rule: PublicRule; readable: RawBuilder<unknown> },
): Promise<ItemRow[]> {
  const reason = sql`case
    when ${isPublicResource(rule)} then null
    when resources.state = 'blocked' then 'blocked'
    when resources.state in ('trashed', 'purged') then 'trashed'
    when resources.state <> 'published' then 'notPublished'
    when ${isPublicResource({ ...rule, audience: 'campus' })} then 'notForAudience'
    when resources.visibility in ('everyone', 'campus') then 'outOfDates'
    else 'notForAudience' end`;
  const { rows } = await sql<ItemRow>`
    select items.chapter_id, resources.id, resources.version_id, resources.title, resources.kind, resources.sha256,
      exists (select from sensitive_masks mask where mask.resource_id = resources.id) as masked,
      items.required, items.start_ms, items.end_ms, items.note, ${reason} as reason,
      resources.state <> 'purged' and ${readable} as readable
    from chapter_resources items join resources on resources.id = items.resource_id
    where items.course_id = ${courseId} order by items.position, items.id`.execute(db);
  return rows;
}
