import { resourceDetailEndpoints } from '@lectern/contract/features/resource-detail.ts';
import { registerActivity } from './features/activity/activity.routes.ts';
import { ActivityService } from './features/activity/activity.service.ts';
import type { ColumnService } from './features/column/column.service.ts';
import { columnUses } from './features/column/column-uses.ts';
import { courseUses } from './features/course/course-uses.ts';
import { registerEditLock } from './features/edit-lock/edit-lock.routes.ts';
import { EditLockService } from './features/edit-lock/edit-lock.service.ts';
import type { FavouriteService } from './features/favourite/favourite.service.ts';
import { favouriteUses } from './features/favourite/favourite-uses.ts';
import type { HomeDraftService } from './features/home-page/home-draft.service.ts';
import { homeUses } from './features/home-page/home-uses.ts';
import type { LibraryService } from './features/library/library.service.ts';
import type { MaintenanceStep } from './features/maintenance/maintenance-step.ts';
import type { NotificationService } from './features/notification/notification.service.ts';
import { resourceActions } from './features/resource/actions/resource-actions.ts';
import { DuplicateService } from './features/resource/duplicate/duplicate.service.ts';
import { SelectionService } from './features/resource/edit/selection.service.ts';
import { resourceImportSource } from './features/resource/import/resource-import.source.ts';
import { registerResourceLists } from './features/resource/list/resource-list.routes.ts';
import { NoteService } from './features/resource/note.service.ts';
import { publicationHold } from './features/resource/publication-hold.ts';
import { resourceScheduleJob } from './features/resource/resource.jobs.ts';
import { registerResources } from './features/resource/resource.routes.ts';
import { ResourceService } from './features/resource/resource.service.ts';
import { ResourceAnnouncer } from './features/resource/resource-announcer.ts';
import { type ChangeParts, ResourceChangeService } from './features/resource/resource-change.service.ts';
import { resourceDetailSource } from './features/resource/resource-detail.source.ts';
import { ResourceGateService } from './features/resource/resource-gate.service.ts';
import { type BeginWork, ResourceIntakeService } from './features/resource/resource-intake.service.ts';
import { ResourceMoveService } from './features/resource/resource-move.service.ts';
import { readable } from './features/resource/resource-scope.ts';
import { ResourceUseService } from './features/resource/resource-use.service.ts';
import { ReviewTasks } from './features/resource/review-tasks.ts';
import { removeFiles } from './features/resource/schedule/remove-files.ts';
import { ScheduleService } from './features/resource/schedule/schedule.service.ts';
import { SimilarPictureService } from './features/resource/similar/similar-picture.service.ts';
import { VersionService } from './features/resource/version.service.ts';
import { DueTask } from './features/review/due-task.ts';
import type { SettingsService } from './features/settings/settings.service.ts';
import { registerTags } from './features/tag/tag.routes.ts';
import { TagService } from './features/tag/tag.service.ts';
import type { TaskService } from './features/task/task.service.ts';
import { mentions } from './mentions.container.ts';
import type { Db } from './platform/db/database.ts';
import type { EventPublisher } from './platform/events/event-publisher.ts';
import type { EndpointRegistry } from './platform/http/endpoint-registry.ts';
import type { ListExporter } from './platform/list/list-exporter.ts';
import type { ListReader } from './platform/list/list-reader.ts';
import type { FileStore } from './platform/storage/file-store.ts';

type Given = {
  db: Db;
  publisher: EventPublisher;
  notifications: NotificationService;
  settings: SettingsService;
  tasks: TaskService;
  libraries: LibraryService;
  columns: ColumnService;
  favourites: FavouriteService;
  homePage: HomeDraftService;
  fileStore: FileStore;
  timeZone: string;
  beginWork: BeginWork;
  languageChanged: ChangeParts['languageChanged'];
  /** Made later; asked only when something is done. */
  chapters: Parameters<typeof resourceActions>[0]['chapters'];
};

/** Part of the container: what resources are, say of themselves, and go through. */
export function buildResourceCore(given: Given) {
  const { db, publisher, notifications, settings, fileStore, timeZone, beginWork } = given;
  const announcer = new ResourceAnnouncer(publisher, notifications);
  const changes = new ResourceChangeService({ announcer, languageChanged: given.languageChanged });
  const reviews = new ReviewTasks(given.tasks, new DueTask(given.tasks));
  const holds = publicationHold(settings);
  const moves = new ResourceMoveService({ changes, announcer, reviews, settings, holds, timeZone });
  const schedule = new ScheduleService({ announcer, reviews, settings, holds, timeZone });
  const uses = new ResourceUseService([columnUses, favouriteUses, courseUses, homeUses]);
  const tags = new TagService(db, mentions, readable);
  const resources = new ResourceService({
    ...{ db, changes, moves, uses, settings, holds, timeZone },
    removeFiles: () => removeFiles(db, fileStore),
  });
  const detail = resourceDetailSource(resources);
  const steps: MaintenanceStep[] = [
    {
      what: 'resources that were in the trash for long enough',
      run: (run, signal) => schedule.purgeOldBySteadyClock(run, signal),
    },
    { what: 'files of purged resources', run: (run, signal) => removeFiles(run, fileStore, signal) },
  ];
  return {
    intake: new ResourceIntakeService({ announcer, beginWork }),
    actions: resourceActions({ ...given, changes, moves, holds }),
    schedule,
    tags,
    gate: new ResourceGateService({ announcer, reviews }),
    detail,
    importSource: resourceImportSource(changes, tags),
    definitions: [resourceScheduleJob({ schedule, fileStore })],
    maintenance: steps,
    register(registry: EndpointRegistry, reader: ListReader, exporter: ListExporter): void {
      registerResources(registry, {
        resources,
        versions: new VersionService({ db, changes, beginWork }),
        notes: new NoteService(db),
        selections: new SelectionService(db, { timeZone }),
        duplicates: new DuplicateService({ db, changes, moves, uses }),
        similar: new SimilarPictureService(db),
      });
      registerResourceLists(registry, { db, reader, exporter });
      registerEditLock(registry, resourceDetailEndpoints, detail, new EditLockService(db));
      registerActivity(registry, resourceDetailEndpoints, detail, new ActivityService(db));
      registerTags(registry, tags);
    },
  };
}
