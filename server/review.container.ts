import { reviewDetailEndpoints } from '@lectern/contract/features/review.ts';
import { runSandboxed } from './engines/sandbox/run-sandboxed.ts';
import { registerActivity } from './features/activity/activity.routes.ts';
import { ActivityService } from './features/activity/activity.service.ts';
import { registerEditLock } from './features/edit-lock/edit-lock.routes.ts';
import { EditLockService } from './features/edit-lock/edit-lock.service.ts';
import type { NotificationService } from './features/notification/notification.service.ts';
import { getActor } from './features/operation/actor.repository.ts';
import type { OperationService } from './features/operation/operation.service.ts';
import type { ResourceGateService } from './features/resource/resource-gate.service.ts';
import { reviewActions } from './features/review/actions/review-actions.ts';
import { DecisionService } from './features/review/decision/decision.service.ts';
import { UnblockService } from './features/review/decision/unblock.service.ts';
import { UndoService } from './features/review/decision/undo.service.ts';
import { DueTask } from './features/review/due-task.ts';
import { FoundAnnouncer } from './features/review/found-announcer.ts';
import type { MaskParts } from './features/review/mask/make-masked.job.ts';
import { MaskService } from './features/review/mask/mask.service.ts';
import { PublicationGate } from './features/review/publication-gate.ts';
import { ReportService } from './features/review/report/report.service.ts';
import { maskJob } from './features/review/review.jobs.ts';
import { registerReviews } from './features/review/review.routes.ts';
import { ReviewService } from './features/review/review.service.ts';
import { ReviewAnnouncer } from './features/review/review-announcer.ts';
import { ReviewChangeService } from './features/review/review-change.service.ts';
import { ReviewCommandService } from './features/review/review-command.service.ts';
import { reviewDetailSource } from './features/review/review-detail.source.ts';
import { ReviewViewService } from './features/review/view/review-view.service.ts';
import type { SensitiveWordService } from './features/sensitive-word/sensitive-word.service.ts';
import type { SettingsService } from './features/settings/settings.service.ts';
import type { TaskService } from './features/task/task.service.ts';
import type { Db } from './platform/db/database.ts';
import type { EventPublisher } from './platform/events/event-publisher.ts';
import type { EndpointRegistry } from './platform/http/endpoint-registry.ts';
import type { ListExporter } from './platform/list/list-exporter.ts';
import type { ListReader } from './platform/list/list-reader.ts';
import type { JobQueue } from './platform/queue/job-queue.ts';
import type { FileStore } from './platform/storage/file-store.ts';

type Given = {
  db: Db;
  publisher: EventPublisher;
  notifications: NotificationService;
  settings: SettingsService;
  tasks: TaskService;
  resourceGate: ResourceGateService;
  fileStore: FileStore;
  /** Opened after the definitions of jobs are known; asked only when something is done. */
  queue: JobQueue;
  drawAllPages: MaskParts['drawAllPages'];
};
type Surroundings = {
  operations: OperationService;
  reader: ListReader;
  exporter: ListExporter;
  words: Pick<SensitiveWordService, 'get' | 'update'>;
};

/** Part of the container: what people decide about what was found, and what follows from it. */
export function buildReview(given: Given) {
  const { db, settings, resourceGate, notifications, queue, fileStore } = given;
  const gate = new PublicationGate({ resources: resourceGate, notifications });
  const announcer = new ReviewAnnouncer({ ...given, due: new DueTask(given.tasks) });
  const changes = new ReviewChangeService(announcer);
  const found = new FoundAnnouncer(given);
  const masks = new MaskService({ queue, announcer });
  const actorOf: ConstructorParameters<typeof ReviewService>[0]['actorOf'] = (executor, userId) =>
    getActor(executor, userId, '');
  const reviews = new ReviewService({ changes, announcer, found, settings, masks, actorOf });
  const parts = { changes, reviews, announcer, gate, settings, masks };
  const decisions = new DecisionService(parts);
  const undos = new UndoService(parts);
  return {
    gate,
    reviews,
    reports: new ReportService({ db, reviews }),
    masks,
    found,
    actions: reviewActions({ changes, reviews, decisions, undos }),
    definitions: [maskJob({ fileStore, run: runSandboxed, drawAllPages: given.drawAllPages })],
    register(registry: EndpointRegistry, { operations, reader, exporter, words }: Surroundings): void {
      const views = new ReviewViewService(db);
      const unblocks = new UnblockService(parts);
      const services = { db, changes, reviews, decisions, undos, unblocks, views, operations, words, masks };
      registerReviews(registry, { commands: new ReviewCommandService(services), views, reader, exporter });
      registerEditLock(registry, reviewDetailEndpoints, reviewDetailSource, new EditLockService(db));
      registerActivity(registry, reviewDetailEndpoints, reviewDetailSource, new ActivityService(db));
    },
  };
}
