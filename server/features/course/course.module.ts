import { chapterDetailEndpoints } from '@lectern/contract/features/chapter.ts';
import { courseDetailEndpoints } from '@lectern/contract/features/course-detail.ts';
import { runSandboxed } from '../../engines/sandbox/run-sandboxed.ts';
import type { Platform } from '../../platform/feature-module.ts';
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts';
import type { MaintenanceStep } from '../../platform/maintenance-step.ts';
import { deliver } from '../delivery/public.ts';
import type { LibraryService } from '../library/public.ts';
import type { NotificationService } from '../notification/public.ts';
import { findCourseCover, listShownSubtitles, publishedMedia } from '../portal/public.ts';
import type { PublicRule } from '../publication/public.ts';
import { type ResourceIntakeService, readable, resourceRows } from '../resource/public.ts';
import type { SettingsService } from '../settings/public.ts';
import type { SubtitleChangeService } from '../subtitle/public.ts';
import type { TaskService } from '../task/public.ts';
import { CatalogueService } from './catalogue/catalogue.service.ts';
import { removeOldChanges } from './catalogue/catalogue-change.repository.ts';
import { CatalogueUndo } from './catalogue/catalogue-undo.ts';
import { CatalogueWriter, ItemPlacer } from './catalogue/catalogue-writer.ts';
import { ChapterService } from './chapter/chapter.service.ts';
import { ChapterItemService } from './chapter/chapter-item.service.ts';
import { ChapterMediaService } from './chapter/chapter-media.service.ts';
import { ChapterPreviewService } from './chapter/chapter-preview.service.ts';
import { ShelfPictureService, ShelfService } from './chapter/shelf.service.ts';
import { registerChapterMedia, registerChapters, registerCourseExchange, registerCourses } from './course.routes.ts';
import { CourseService } from './course.service.ts';
import { courseActions } from './course-actions.ts';
import { CourseAnnouncer, CourseChangeService } from './course-change.service.ts';
import { noteWrongCounts } from './course-check.repository.ts';
import { CourseCheckService } from './course-check.service.ts';
import { CourseCheckLoop } from './course-check-loop.ts';
import { CourseCoverService } from './course-cover.service.ts';
import { chapterDetailSource, courseDetailSource } from './course-detail.source.ts';
import { courseListSource } from './course-list.source.ts';
import { CourseMoveService, CourseReviewTasks, purgeOldCoursesBySteadyClock } from './course-move.service.ts';
import { courseMentions } from './course-references.ts';
import { CourseSearchService } from './course-search.service.ts';
import { CourseExportService } from './exchange/course-export.service.ts';
import { CourseImportService, courseIntake } from './exchange/course-import.service.ts';

type Dependencies = {
  settings: SettingsService;
  notifications: NotificationService;
  tasks: TaskService;
  libraries: LibraryService;
  intake: ResourceIntakeService;
  /** A function because subtitles are built later. */
  subtitles: () => Pick<SubtitleChangeService, 'create'>;
};

export function courseModule(platform: Platform, dependencies: Dependencies) {
  const { config, db, publisher, fileStore, logger, reader } = platform;
  const { settings, notifications, tasks, libraries, intake, subtitles } = dependencies;
  const { timeZone } = config;
  const resources = resourceRows;
  // Learners belong to the campus; the public may see less.
  const rule: PublicRule = { audience: 'campus', timeZone };
  const announcer = new CourseAnnouncer(publisher, notifications);
  const changes = new CourseChangeService(announcer);
  const checks = new CourseCheckService({ db, resources, rule });
  const reviews = new CourseReviewTasks(tasks);
  const moves = new CourseMoveService({ changes, announcer, reviews, checks, settings });
  const courses = new CourseService({ db, changes, moves, announcer });
  const covers = new CourseCoverService({ db, changes, fileStore, resources, run: runSandboxed });
  const writer = new CatalogueWriter(announcer);
  const placer = new ItemPlacer();
  const undo = new CatalogueUndo(writer);
  const catalogues = new CatalogueService({ db, writer, undo, items: placer, rule });
  const chapters = new ChapterService({ db, writer, announcer, resources, rule });
  const items = new ChapterItemService({ db, chapters, writer, placer, undo, resources });
  const imports = new CourseImportService({
    db,
    courses,
    fileStore,
    resources,
    covers,
    intake: courseIntake({ fileStore, libraries, intake, subtitles }),
    largestFile: async () => (await settings.current()).maxFileBytes,
  });
  const { rendition, file, subtitle } = publishedMedia(db);
  const exports = new CourseExportService({
    db,
    fileStore,
    readable,
    timeZone,
    published: { file, subtitle, tracks: listShownSubtitles, cover: findCourseCover },
  });
  const loop = new CourseCheckLoop({ db, rule, announcer, logger });
  const maintenance: MaintenanceStep[] = [
    {
      what: 'courses past their retention in Trash',
      run: async (run, signal) => purgeOldCoursesBySteadyClock(run, (await settings.current()).trashDays, signal),
    },
    { what: 'expired catalogue changes', run: (run) => removeOldChanges(run) },
    {
      verb: { bare: 'recount', done: 'Recounted' },
      what: 'courses with wrong counts',
      run: (run) => noteWrongCounts(run, rule),
    },
  ];
  return {
    /** Adds resources to chapters from the resource lists. */
    shelf: items,
    loop,
    maintenance,
    lists: [courseListSource],
    mentions: [courseMentions],
    actions: courseActions({ changes, moves }),
    loops: [loop],
    details: [
      { endpoints: courseDetailEndpoints, source: courseDetailSource(courses) },
      { endpoints: chapterDetailEndpoints, source: chapterDetailSource(chapters) },
    ],
    register(registry: EndpointRegistry): void {
      const search = new CourseSearchService(db);
      registerCourses(registry, { courses, covers, catalogues, chapters, checks, search, reader });
      registerChapters(registry, {
        chapters,
        items,
        shelf: new ShelfService({ db, resources }),
        previews: new ChapterPreviewService({ db, resources, rule }),
      });
      registerChapterMedia(registry, {
        media: new ChapterMediaService({
          db,
          readable,
          rendition,
          file,
          subtitle: ({ resourceId, subtitleId }) => subtitle(subtitleId, resourceId),
        }),
        pictures: new ShelfPictureService({ db, readable, rendition }),
        deliver: (stored, http, manner) => deliver(fileStore, stored, http, manner),
      });
      registerCourseExchange(registry, { exports, imports });
    },
  };
}
