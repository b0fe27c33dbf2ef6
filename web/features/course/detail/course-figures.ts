import type { ChapterItem } from '@lectern/contract/features/chapter-item.ts';
import type { ResourceKind } from '@lectern/contract/features/resource-state.ts';

type Item = Pick<ChapterItem, 'chapterId' | 'resource' | 'required' | 'startMs' | 'endMs'> & {
  chapterNumber: string;
  chapterTitle: string;
};

/** How long the part is that learners play; 0: it does not play, or nobody knows. */
export function playingMs({ resource, startMs, endMs }: Pick<Item, 'resource' | 'startMs' | 'endMs'>): number {
  const end = endMs ?? (resource.durationSeconds === null ? 0 : resource.durationSeconds * 1000);
  return Math.max(0, end - (startMs ?? 0));
}

/** What a course amounts to. */
export function figuresOf(items: readonly Item[]) {
  const sum = (some: readonly Item[], of: (item: Item) => number) => some.reduce((all, item) => all + of(item), 0);
  const byKind: Record<ResourceKind, number> = { document: 0, video: 0, audio: 0, image: 0 };
  for (const { resource } of items) byKind[resource.kind] += 1;
  return {
    resources: items.length,
    required: items.filter(({ required }) => required).length,
    playingMs: sum(items, playingMs),
    pages: sum(items, ({ resource }) => resource.pageCount ?? 0),
    byKind,
    byChapter: [...Map.groupBy(items, ({ chapterId }) => chapterId)].map(([id, some]) => ({
      id,
      number: some[0]?.chapterNumber ?? '',
      title: some[0]?.chapterTitle ?? '',
      resources: some.length,
      playingMs: sum(some, playingMs),
    })),
  };
}
