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
import {
  getChapterMedia,
  openChapterFile,
  openChapterRendition,
  openChapterSubtitle,
  openShelfPicture,
} from '@lectern/contract/features/chapter-media.ts';
import {
  courseNeighbours,
  createCourse,
  duplicateCourse,
  getCourse,
  listTerms,
  moveCourse,
  openCourseCover,
  setCourseCover,
  updateCourse,
  uploadCourseCover,
} from '@lectern/contract/features/course.ts';
import {
  addChapters,
  getCatalogue,
  moveChapterItems,
  moveChapters,
  removeChapters,
  renameChapter,
  showChapters,
  undoCatalogueChange,
} from '@lectern/contract/features/course-catalogue.ts';
import { getCourseChecks, listCourseResources, setCoursePeople } from '@lectern/contract/features/course-detail.ts';
import { exportCourse, getCourseExportReport, importCourse } from '@lectern/contract/features/course-exchange.ts';
import { searchCourses } from '@lectern/contract/features/search.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { disposition } from '../../platform/http/content-disposition.ts';
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts';
import type { ListReader } from '../../platform/list/list-reader.ts';
import type { DeliveredFile } from '../../platform/storage/delivered-file.ts';
import type { CatalogueService } from './catalogue/catalogue.service.ts';
import type { ChapterService } from './chapter/chapter.service.ts';
import type { ChapterItemService } from './chapter/chapter-item.service.ts';
import type { ChapterMediaService } from './chapter/chapter-media.service.ts';
import type { ChapterPreviewService } from './chapter/chapter-preview.service.ts';
import type { ShelfPictureService, ShelfService } from './chapter/shelf.service.ts';
import type { CourseService } from './course.service.ts';
import type { CourseCheckService } from './course-check.service.ts';
import type { CourseCoverService } from './course-cover.service.ts';
import type { CourseSearchService } from './course-search.service.ts';
import type { CourseExportService } from './exchange/course-export.service.ts';
import type { CourseImportService } from './exchange/course-import.service.ts';

type Dependencies = {
  courses: CourseService;
  covers: CourseCoverService;
  catalogues: CatalogueService;
  chapters: ChapterService;
  checks: CourseCheckService;
  search: CourseSearchService;
  reader: ListReader;
};

export function registerCourses(registry: EndpointRegistry, dependencies: Dependencies): void {
  const { courses, covers, chapters, checks, search, reader } = dependencies;
  registry.handle(searchCourses, ({ query }, { principal }) => search.find(principal, query));
  registry.handle(listTerms, (_request, { principal }) => courses.terms(principal));
  registry.handle(createCourse, ({ body }, context) => courses.create(context, body));
  registry.handle(getCourse, ({ params }, { principal }) => courses.get(principal, params.id));
  registry.handle(updateCourse, ({ params, body }, context) => courses.update(context, params.id, body));
  registry.handle(moveCourse, ({ params, body }, context) => courses.move(context, params.id, body));
  registry.handle(duplicateCourse, ({ params, body }, context) => courses.duplicate(context, params.id, body));
  registry.handle(setCoursePeople, ({ params, body }, context) => courses.setPeople(context, params.id, body));
  registry.handle(courseNeighbours, ({ params, query }, { principal }) =>
    courses.neighbours(reader, principal, params.id, query.view),
  );
  registry.handle(getCourseChecks, ({ params }, { principal }) => checks.get(principal, params.id));
  registry.handle(listCourseResources, ({ params }, { principal }) => chapters.courseItems(principal, params.id));

  registry.handle(setCourseCover, async ({ params, body }, context) => {
    await covers.set(context, params.id, body.resourceId, body.version);
    return courses.get(context.principal, params.id);
  });
  registry.handle(uploadCourseCover, async ({ params, query, body }, context) => {
    await covers.upload(context, params.id, body, query.version);
    return courses.get(context.principal, params.id);
  });
  registry.handleStream(openCourseCover, async ({ params }, { principal }, { request, reply }) => {
    const cover = await covers.get(principal, params.id);
    reply.headers({ etag: cover.etag, 'cache-control': 'private, no-cache' });
    if (request.headers['if-none-match'] === cover.etag) return reply.code(304).send();
    return reply
      .headers({
        'content-type': cover.contentType,
        'content-length': cover.sizeBytes,
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
      })
      .send(await cover.open());
  });
  registerCatalogues(registry, dependencies);
}

function registerCatalogues(registry: EndpointRegistry, { catalogues }: Dependencies): void {
  registry.handle(getCatalogue, ({ params }, { principal }) => catalogues.get(principal, params.id));
  registry.handle(addChapters, ({ params, body }, context) => catalogues.add(context, params.id, body));
  registry.handle(renameChapter, ({ params, body }, context) =>
    catalogues.rename(context, params.id, params.chapterId, body),
  );
  registry.handle(moveChapters, ({ params, body }, context) => catalogues.move(context, params.id, body));
  registry.handle(showChapters, ({ params, body }, context) => catalogues.show(context, params.id, body));
  registry.handle(removeChapters, ({ params, body }, context) => catalogues.remove(context, params.id, body));
  registry.handle(moveChapterItems, ({ params, body }, context) => catalogues.moveItems(context, params.id, body));
  registry.handle(undoCatalogueChange, ({ params, body }, context) => catalogues.undo(context, params.id, body.undo));
}

type ChapterDependencies = {
  chapters: ChapterService;
  items: ChapterItemService;
  shelf: ShelfService;
  previews: ChapterPreviewService;
};

export function registerChapters(
  registry: EndpointRegistry,
  { chapters, items, shelf, previews }: ChapterDependencies,
): void {
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

type Http = { request: FastifyRequest; reply: FastifyReply };
type MediaDependencies = {
  media: ChapterMediaService;
  pictures: ShelfPictureService;
  /** Sends a stored file or a range of it. */
  deliver(file: DeliveredFile, http: Http, manner: { download: boolean; freshSeconds: number }): Promise<unknown>;
};

/** A chapter shows many thumbnails; browsers reuse them for a minute without asking again. */
const pictureSeconds = 60;

export function registerChapterMedia(
  registry: EndpointRegistry,
  { media, pictures, deliver }: MediaDependencies,
): void {
  registry.handle(getChapterMedia, ({ params }, { principal }) => media.get(principal, params));
  registry.handleStream(openChapterFile, async ({ params, query }, { principal }, http) =>
    deliver(await media.file(principal, params), http, { ...query, freshSeconds: 0 }),
  );
  registry.handleStream(openChapterRendition, async ({ params }, { principal }, http) =>
    deliver(await media.rendition(principal, params), http, { download: false, freshSeconds: pictureSeconds }),
  );
  registry.handleStream(openShelfPicture, async ({ params }, { principal }, http) =>
    deliver(await pictures.get(principal, params), http, { download: false, freshSeconds: pictureSeconds }),
  );
  registry.handleStream(openChapterSubtitle, async ({ params }, { principal }, { reply }) => {
    const text = await media.subtitle(principal, params);
    const headers = { 'content-type': 'text/vtt; charset=utf-8', 'cache-control': 'private, no-cache' };
    return reply.headers({ ...headers, 'x-content-type-options': 'nosniff' }).send(text);
  });
}

type ExchangeDependencies = { exports: CourseExportService; imports: CourseImportService };

export function registerCourseExchange(registry: EndpointRegistry, { exports, imports }: ExchangeDependencies): void {
  registry.handleStream(exportCourse, async ({ params, query }, { principal }, { request, reply }) => {
    const file = await exports.open(principal, params.id, query);
    reply.headers({
      'content-type': file.contentType,
      'content-disposition': disposition('attachment', file.name),
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    });
    return request.method === 'HEAD' ? reply.send() : reply.send(file.open());
  });
  registry.handle(getCourseExportReport, ({ params, query }, { principal }) =>
    exports.report(principal, params.id, query),
  );
  registry.handle(importCourse, ({ query, body }, context) => imports.import(context, body, query));
}
