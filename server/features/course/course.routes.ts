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
import { searchCourses } from '@lectern/contract/features/search.ts';
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts';
import type { ListReader } from '../../platform/list/list-reader.ts';
import type { CatalogueService } from './catalogue/catalogue.service.ts';
import type { ChapterService } from './chapter/chapter.service.ts';
import type { CourseCheckService } from './check/course-check.service.ts';
import type { CourseService } from './course.service.ts';
import type { CourseCoverService } from './course-cover.service.ts';
import type { CourseSearchService } from './search/course-search.service.ts';

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
