import { resourceDetailEndpoints } from '@lectern/contract/features/resource-detail.ts';
import { resourceImportEndpoints } from '@lectern/contract/features/resource-import.ts';
import type { Platform } from '../../platform/feature-module.ts';
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts';
import type { ImportSource } from '../../platform/import/import-source.ts';
import type { MaintenanceStep } from '../../platform/maintenance-step.ts';
import { removeFiles } from '../../platform/storage/remove-files.ts';
import type { ColumnService } from '../column/public.ts';
import type { FavouriteService } from '../favourite/public.ts';
import type { HomeDraftService } from '../home-page/public.ts';
import { importAction } from '../import/public.ts';
import type { LibraryService } from '../library/public.ts';
import type { NotificationService } from '../notification/public.ts';
import { DueTask } from '../review/public.ts';
import type { SettingsService } from '../settings/public.ts';
import type { TagService } from '../tag/public.ts';
import type { TaskService } from '../task/public.ts';
import { resourceActions } from './actions/resource-actions.ts';
import { SelectionService } from './actions/selection.service.ts';
import { DuplicateService } from './duplicate.service.ts';
import { resourceListSources } from './list/resource-list.source.ts';
import { NoteService } from './note.service.ts';
import { publicationHold } from './publication-hold.ts';
import { registerResourceLists, registerResources } from './resource.routes.ts';
import type { ResourceUses } from './resource.service.ts';
import { ResourceService, ResourceUseService, resourceDetailSource } from './resource.service.ts';
import { ResourceAnnouncer, ReviewTasks } from './resource-announcer.ts';
import { type ChangeDependencies, ResourceChangeService } from './resource-change.service.ts';
import { ResourceGateService } from './resource-gate.service.ts';
import { resourceImportSource } from './resource-import.source.ts';
import { type BeginWork, ResourceIntakeService } from './resource-intake.service.ts';
import { purgeWith, ResourceMoveService } from './resource-move.service.ts';
import { type ResourceFollower, ResourceWriter } from './resource-writer.ts';
import { resourceScheduleJob } from './run-schedule.job.ts';
import { ScheduleService } from './schedule.service.ts';
import { SimilarPictureService } from './similar-picture.service.ts';
import type { VersionRenditions } from './version.repository.ts';
import { VersionService } from './version.service.ts';

type Dependencies = {
  settings: SettingsService;
  notifications: NotificationService;
  tasks: TaskService;
  tags: TagService;
  libraries: LibraryService;
  columns: ColumnService;
  favourites: FavouriteService;
  homePage: HomeDraftService;
  uses: readonly ResourceUses[];
  followers: readonly ResourceFollower[];
  renditions: VersionRenditions;
  /** Passed in, because these modules are built later. */
  beginWork: BeginWork;
  languageChanged: ChangeDependencies['languageChanged'];
  chapters: Parameters<typeof resourceActions>[0]['chapters'];
};

export function resourceModule(platform: Platform, dependencies: Dependencies) {
  const { config, db, publisher, fileStore, reader } = platform;
  const { settings, notifications, tasks, tags, renditions, beginWork, languageChanged } = dependencies;
  const { timeZone } = config;
  const announcer = new ResourceAnnouncer(publisher, notifications);
  const writer = new ResourceWriter(dependencies.followers);
  const changes = new ResourceChangeService({ writer, announcer, languageChanged });
  const reviews = new ReviewTasks(tasks, new DueTask(tasks), notifications);
  const holds = publicationHold(settings);
  const uses = new ResourceUseService(dependencies.uses);
  const purge = purgeWith(uses, renditions);
  const moves = new ResourceMoveService({ changes, announcer, reviews, settings, holds, purge, timeZone });
  const schedule = new ScheduleService({ writer, announcer, reviews, settings, holds, purge, timeZone });
  const resources = new ResourceService({
    db,
    changes,
    moves,
    uses,
    settings,
    timeZone,
    removeFiles: () => removeFiles(db, fileStore),
  });
  const importSource = resourceImportSource(changes, tags) as ImportSource;
  const maintenance: MaintenanceStep[] = [
    {
      what: 'resources past their retention in Trash',
      run: (run, signal) => schedule.purgeOldBySteadyClock(run, signal),
    },
    { what: 'files of permanently deleted resources', run: (run, signal) => removeFiles(run, fileStore, signal) },
  ];
  return {
    writer,
    intake: new ResourceIntakeService({ writer, announcer, renditions, beginWork }),
    gate: new ResourceGateService({ writer, announcer, reviews }),
    schedule,
    maintenance,
    lists: resourceListSources,
    actions: [importAction(importSource), ...resourceActions({ ...dependencies, writer, changes, moves, holds })],
    jobs: [resourceScheduleJob({ schedule, fileStore })],
    imports: [{ endpoints: resourceImportEndpoints, source: importSource }],
    details: [{ endpoints: resourceDetailEndpoints, source: resourceDetailSource(resources) }],
    register(registry: EndpointRegistry): void {
      registerResources(registry, {
        resources,
        versions: new VersionService({ db, changes, renditions, beginWork }),
        notes: new NoteService(db),
        selections: new SelectionService(db, { timeZone }),
        duplicates: new DuplicateService({ db, changes, moves, uses }),
        similar: new SimilarPictureService(db),
      });
      registerResourceLists(registry, { db, reader });
    },
  };
}
