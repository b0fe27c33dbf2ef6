import { reviewDetailEndpoints } from '@lectern/contract/features/review.ts';
import { runSandboxed } from '../../engines/sandbox/run-sandboxed.ts';
import type { Executor } from '../../platform/db/database.ts';
import type { Platform } from '../../platform/feature-module.ts';
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts';
import type { EndedJob } from '../../platform/queue/job-runner.ts';
import type { NotificationService } from '../notification/public.ts';
import { getActor, type OperationService } from '../operation/public.ts';
import type { ResourceGateService } from '../resource/public.ts';
import type { SensitiveWordService } from '../sensitive-word/public.ts';
import type { SettingsService } from '../settings/public.ts';
import type { TaskService } from '../task/public.ts';
import { DecisionService, UndoService } from './decision/decision.service.ts';
import { UnblockService } from './decision/unblock.service.ts';
import { DueTask } from './due-task.ts';
import type { MaskDependencies } from './mask/make-masked.job.ts';
import { MaskService } from './mask/mask.service.ts';
import { PublicationGate } from './publication-gate.ts';
import { ReportService } from './report.service.ts';
import { maskJob } from './review.jobs.ts';
import type { ReviewedScans } from './review.repository.ts';
import { registerReviews } from './review.routes.ts';
import { FoundAnnouncer, ReviewService } from './review.service.ts';
import { reviewActions } from './review-actions.ts';
import { ReviewAnnouncer } from './review-announcer.ts';
import { ReviewChangeService } from './review-change.service.ts';
import { ReviewCommandService } from './review-command.service.ts';
import { reviewDetailSource, reviewListSource } from './review-list.source.ts';
import { ReviewViewService } from './review-view.service.ts';

type Dependencies = {
  settings: SettingsService;
  notifications: NotificationService;
  tasks: TaskService;
  resourceGate: ResourceGateService;
  operations: OperationService;
  scans: ReviewedScans;
  drawAllPages: MaskDependencies['drawAllPages'];
  /** Passed as a function, because the module of sensitive words is built later. */
  words: () => Pick<SensitiveWordService, 'get' | 'update'>;
};

export function reviewModule(platform: Platform, dependencies: Dependencies) {
  const { db, publisher, queue, fileStore, reader } = platform;
  const { settings, notifications, tasks, resourceGate, operations, scans, drawAllPages, words } = dependencies;
  const gate = new PublicationGate({ resources: resourceGate, scans, notifications });
  const announcer = new ReviewAnnouncer({ publisher, notifications, due: new DueTask(tasks) });
  const changes = new ReviewChangeService(announcer);
  const found = new FoundAnnouncer({ notifications, tasks });
  const masks = new MaskService({ queue, announcer });
  const reviews = new ReviewService({
    changes,
    announcer,
    found,
    settings,
    masks,
    actorOf: (executor, userId) => getActor(executor, userId, ''),
  });
  const decisions = new DecisionService({ changes, reviews, scans, announcer, gate, settings, masks });
  const undos = new UndoService({ changes, scans, gate, masks });
  const unblocks = new UnblockService({ changes, reviews, announcer, gate });
  return {
    gate,
    reviews,
    masks,
    found,
    reports: new ReportService({ db, reviews }),
    lists: [reviewListSource],
    actions: reviewActions({ changes, reviews, decisions, undos, scans }),
    jobs: [maskJob({ fileStore, run: runSandboxed, drawAllPages })],
    jobEnded: (transaction: Executor, job: EndedJob) => masks.jobEnded(transaction, job),
    details: [{ endpoints: reviewDetailEndpoints, source: reviewDetailSource }],
    register(registry: EndpointRegistry): void {
      const views = new ReviewViewService(db);
      const commands = new ReviewCommandService({
        db,
        changes,
        reviews,
        decisions,
        undos,
        unblocks,
        views,
        operations,
        words: words(),
        masks,
      });
      registerReviews(registry, { commands, views, reader });
    },
  };
}
