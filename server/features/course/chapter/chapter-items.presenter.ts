import type { ChapterItem } from '@lectern/contract/features/chapter-item.ts';
import type { ResourceRow } from '@lectern/contract/features/resource.ts';
import type { ItemRecord } from '../course-check.repository.ts';

/** Resources the person can't read show only their kind and state. */
export function presentItem(item: ItemRecord, resource: ResourceRow | undefined): ChapterItem {
  return {
    id: item.id,
    chapterId: item.chapter_id,
    resource: {
      id: item.resource_id,
      kind: item.kind,
      title: resource?.title ?? '',
      state: item.state,
      format: resource?.format ?? '',
      thumbnail: asOfCourse(resource?.thumbnail ?? null, { chapterId: item.chapter_id, itemId: item.id }),
      durationSeconds: resource?.durationSeconds ?? null,
      pageCount: resource?.pageCount ?? null,
      readable: resource !== undefined,
    },
    required: item.required,
    startMs: item.start_ms,
    endMs: item.end_ms,
    note: item.note,
    problems: item.problems,
  };
}

/** Rewrites a thumbnail URL to one below the chapter, because course readers may lack access to the resource pages. */
export function asOfCourse(
  thumbnail: string | null,
  { chapterId, itemId }: { chapterId: string; itemId: string },
): string | null {
  return thumbnail && `/chapters/${chapterId}/items/${itemId}/renditions/${thumbnail.split('/').at(-1)}`;
}
