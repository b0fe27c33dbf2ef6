import {
  addChapterItems,
  getChapter,
  placeChapterItems,
  previewChapter,
  removeChapterItems,
  searchShelf,
  suggestForChapter,
  updateChapter,
  updateChapterItem,
} from '@lectern/contract/features/chapter.ts';
import type { EndpointRegistry } from '../../../platform/http/endpoint-registry.ts';
import type { ChapterService } from './chapter.service.ts';
import type { ChapterItemService } from './chapter-item.service.ts';
import type { ChapterPreviewService } from './chapter-preview.service.ts';
import type { ShelfService } from './shelf.service.ts';

type Dependencies = {
  chapters: ChapterService;
  items: ChapterItemService;
  shelf: ShelfService;
  previews: ChapterPreviewService;
};

export function registerChapters(registry: EndpointRegistry, { chapters, items, shelf, previews }: Dependencies): void {
  registry.handle(getChapter, ({ params }, { principal }) => chapters.get(principal, params.id));
  registry.handle(updateChapter, ({ params, body }, context) => chapters.update(context, params.id, body));
  registry.handle(addChapterItems, ({ params, body }, context) => items.add(context, params.id, body));
  registry.handle(updateChapterItem, ({ params, body }, context) =>
    items.update(context, params.id, params.itemId, body),
  );
  registry.handle(placeChapterItems, ({ params, body }, context) => items.place(context, params.id, body));
  registry.handle(removeChapterItems, ({ params, body }, context) => items.remove(context, params.id, body.itemIds));
  registry.handle(searchShelf, ({ params, query }, { principal }) => shelf.search(principal, params.id, query));
  registry.handle(suggestForChapter, ({ params }, { principal }) => shelf.suggest(principal, params.id));
  registry.handle(previewChapter, ({ params, query }, { principal }) => previews.get(principal, params.id, query));
}
