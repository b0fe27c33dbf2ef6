import type { CourseExportReport, LeftOutOfExport } from '@lectern/contract/features/course-exchange.ts';
import { type Numbered, numberChapters } from '../catalogue/number-chapters.ts';
import type { FileChapter, FileItem } from './course-file.ts';
import type { ChapterRow, ItemRow } from './export-content.repository.ts';

/** A chapter of the export; `shown`: readers see it now. */
type ExportedChapter = Numbered<ChapterRow> & { shown: boolean };

/**
 * The chapters that go into the export, in their order. What hangs below a chapter that is left out goes with it.
 * A withheld chapter never leaves, hidden or not.
 */
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

/** What stands in the chosen chapters, and what of it readers would not get. */
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

/** For the file itself: titles of what is blocked or not public don't leave with it. */
export function withoutTitles(report: CourseExportReport): Omit<CourseExportReport, 'leftOut'> & { leftOut: object[] } {
  return { ...report, leftOut: report.leftOut.map(({ title: _, ...rest }) => rest) };
}
