import type { ChapterItem } from '@lectern/contract/features/chapter-item.ts';
import type { ResourceRow } from '@lectern/contract/features/resource.ts';
import type { ItemRecord } from '../check/course-check.repository.ts';

/** One that the person may not read shows its kind and state only. */
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
      thumbnail: resource?.thumbnail ?? null,
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
