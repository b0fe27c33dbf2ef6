import { chapterDetailEndpoints } from '@lectern/contract/features/chapter.ts';
import { courseDetailEndpoints } from '@lectern/contract/features/course-detail.ts';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { detectKind } from './engines/file-kind/detect-kind.ts';
import { runSandboxed } from './engines/sandbox/run-sandboxed.ts';
import { registerActivity } from './features/activity/activity.routes.ts';
import { ActivityService } from './features/activity/activity.service.ts';
import { courseActions } from './features/course/actions/course-actions.ts';
import { CatalogueService } from './features/course/catalogue/catalogue.service.ts';
import { removeOldChanges } from './features/course/catalogue/catalogue-change.repository.ts';
import { CatalogueUndo } from './features/course/catalogue/catalogue-undo.ts';
import { CatalogueWriter } from './features/course/catalogue/catalogue-writer.ts';
import { ItemPlacer } from './features/course/catalogue/item-placer.ts';
import { registerChapters } from './features/course/chapter/chapter.routes.ts';
import { ChapterService } from './features/course/chapter/chapter.service.ts';
import { ChapterItemService } from './features/course/chapter/chapter-item.service.ts';
import { registerChapterMedia } from './features/course/chapter/chapter-media.routes.ts';
import { ChapterMediaService } from './features/course/chapter/chapter-media.service.ts';
import { ChapterPreviewService } from './features/course/chapter/chapter-preview.service.ts';
import { ShelfService } from './features/course/chapter/shelf.service.ts';
import { ShelfPictureService } from './features/course/chapter/shelf-picture.service.ts';
import { noteWrongCounts } from './features/course/check/course-check.repository.ts';
import { CourseCheckService } from './features/course/check/course-check.service.ts';
import { CourseCheckLoop } from './features/course/check/course-check-loop.ts';
import { registerCourses } from './features/course/course.routes.ts';
import { CourseService } from './features/course/course.service.ts';
import { CourseAnnouncer } from './features/course/course-announcer.ts';
import { CourseChangeService } from './features/course/course-change.service.ts';
import { CourseCoverService } from './features/course/course-cover.service.ts';
import { chapterDetailSource, courseDetailSource } from './features/course/course-detail.source.ts';
import { CourseMoveService } from './features/course/course-move.service.ts';
import { CourseReviewTasks } from './features/course/course-review-tasks.ts';
import { registerCourseExchange } from './features/course/exchange/course-exchange.routes.ts';
import { CourseExportService } from './features/course/exchange/course-export.service.ts';
import { CourseImportService, type Intake } from './features/course/exchange/course-import.service.ts';
import { purgeOldCourses } from './features/course/purge-old-courses.ts';
import { CourseSearchService } from './features/course/search/course-search.service.ts';
import { deliver } from './features/delivery/deliver-file.ts';
import { registerEditLock } from './features/edit-lock/edit-lock.routes.ts';
import { EditLockService } from './features/edit-lock/edit-lock.service.ts';
import type { LibraryService } from './features/library/library.service.ts';
import type { MaintenanceStep } from './features/maintenance/maintenance-step.ts';
import type { NotificationService } from './features/notification/notification.service.ts';
import { findOwnCover } from './features/portal/portal-media.repository.ts';
import { presentCover } from './features/portal/portal-media.service.ts';
import { listShownSubtitles } from './features/portal/resource-detail.repository.ts';
import { resourceRows as resources } from './features/resource/list/resource-rows.ts';
import type { ResourceIntakeService } from './features/resource/resource-intake.service.ts';
import { readable } from './features/resource/resource-scope.ts';
import { isClockSteady } from './features/resource/schedule/schedule.repository.ts';
import type { SettingsService } from './features/settings/settings.service.ts';
import { readSubtitleFile } from './features/subtitle/read-subtitle-file.ts';
import { SubtitleAnnouncer } from './features/subtitle/subtitle-announcer.ts';
import { SubtitleChangeService } from './features/subtitle/subtitle-change.service.ts';
import type { TaskService } from './features/task/task.service.ts';
import { bringIn } from './features/upload/bring-in.ts';
import { storedPart } from './features/upload/stored-part.ts';
import { refusalOf } from './features/upload/upload.policy.ts';
import { AppError } from './platform/app-error.ts';
import type { Db } from './platform/db/database.ts';
import type { EventPublisher } from './platform/events/event-publisher.ts';
import type { EndpointRegistry } from './platform/http/endpoint-registry.ts';
import type { ListExporter } from './platform/list/list-exporter.ts';
import type { ListReader } from './platform/list/list-reader.ts';
import type { PublicRule } from './platform/publication/public-condition.ts';
import type { FileStore } from './platform/storage/file-store.ts';
import { publishedMedia } from './published-media.container.ts';

type Given = {
  db: Db;
  publisher: EventPublisher;
  notifications: NotificationService;
  settings: SettingsService;
  tasks: TaskService;
  fileStore: FileStore;
  libraries: LibraryService;
  intake: ResourceIntakeService;
  logger: Logger;
  timeZone: string;
};
type Surroundings = { reader: ListReader; exporter: ListExporter };

/** Part of the container: courses, their catalogues and chapters, and what is wrong with them. */
export function buildCourses(given: Given) {
  const { db, publisher, notifications, settings, tasks, fileStore, logger, timeZone } = given;
  // Learners are of the campus; what the world may see is less.
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
    ...{ db, courses, fileStore, resources, intake: intakeOf(given), covers },
    largestFile: async () => (await settings.current()).maxFileBytes,
  });
  const media = publishedMedia(db);
  const exports = new CourseExportService({
    ...{ db, fileStore, readable, timeZone },
    published: {
      file: media.file,
      subtitle: media.subtitle,
      tracks: listShownSubtitles,
      cover: async (executor, id, isPublic) => {
        const cover = await findOwnCover(executor, 'courseCover', id, { resource: isPublic, course: sql`true` });
        return cover && presentCover(cover);
      },
    },
  });
  const steps: MaintenanceStep[] = [
    {
      what: 'courses that were in the trash for long enough',
      // Not after the clock made a leap.
      run: async (run, signal) =>
        (await isClockSteady(run)) ? purgeOldCourses(run, (await settings.current()).trashDays, signal) : 0,
    },
    { what: 'ways back from old changes of catalogues', run: (run) => removeOldChanges(run) },
    {
      verb: { bare: 'count', done: 'Counted' },
      what: 'courses anew whose numbers were not right',
      run: (run) => noteWrongCounts(run, rule),
    },
  ];
  return {
    courses,
    catalogues,
    /** What puts resources into chapters from their own lists. */
    shelf: items,
    actions: courseActions({ changes, moves }),
    loop: new CourseCheckLoop({ db, rule, announcer, logger }),
    maintenance: steps,
    register(registry: EndpointRegistry, { reader, exporter }: Surroundings): void {
      const search = new CourseSearchService(db);
      registerCourses(registry, { courses, covers, catalogues, chapters, checks, search, reader, exporter });
      registerChapters(registry, {
        ...{ chapters, items },
        shelf: new ShelfService({ db, resources }),
        previews: new ChapterPreviewService({ db, resources, rule }),
      });
      const { rendition, file, subtitle } = media;
      registerChapterMedia(registry, {
        media: new ChapterMediaService({
          ...{ db, readable, rendition, file },
          subtitle: ({ resourceId, subtitleId }) => subtitle(subtitleId, resourceId),
        }),
        pictures: new ShelfPictureService({ db, readable, rendition }),
        deliver: (stored, http, manner) => deliver(fileStore, stored, http, manner),
      });
      registerCourseExchange(registry, { exports, imports });
      const details = [
        [courseDetailEndpoints, courseDetailSource(courses)],
        [chapterDetailEndpoints, chapterDetailSource(chapters)],
      ] as const;
      for (const [endpoints, detail] of details) {
        registerEditLock(registry, endpoints, detail, new EditLockService(db));
        registerActivity(registry, endpoints, detail, new ActivityService(db));
      }
    },
  };
}

/** Files of a course are looked at and judged like any other upload. */
function intakeOf({ fileStore, libraries, intake, publisher, notifications }: Given): Intake {
  const subtitles = new SubtitleChangeService(new SubtitleAnnouncer({ publisher, notifications }));
  return {
    findTwin: (db, principal, sha256) => intake.findDuplicate(db, principal, sha256),
    async bringIn(transaction, context, { stored, name, title, libraryId: chosen }) {
      const format = await detectKind(storedPart(fileStore, stored.storeKey, stored.sizeBytes), name);
      if (format.problem) throw refusalOf(format);
      if (format.kind === 'archive') throw new AppError('kindRefused', { params: { kind: 'zip' } });
      const libraryId = chosen ?? (await libraries.personalLibraryOf(transaction, context.principal.userId));
      const arrived = { stored, format, name, title, libraryId, folderId: null, relativePath: '' };
      return bringIn(transaction, context, { libraries, intake }, arrived, null);
    },
    async addSubtitles(transaction, context, resourceId, { language, label, bytes }) {
      const { cues } = readSubtitleFile(bytes);
      if (cues.length === 0) throw new AppError('fileEmpty');
      const { version_id: versionId } = await transaction
        .selectFrom('resources')
        .select('version_id')
        .where('id', '=', resourceId)
        .executeTakeFirstOrThrow();
      if (!versionId) throw new AppError('notFound');
      const place = { resourceId, versionId, language, label };
      await subtitles.create(transaction, context, place, { cues, origin: 'imported', readingId: null });
    },
  };
}
