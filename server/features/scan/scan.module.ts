import { runSandboxed } from '../../engines/sandbox/run-sandboxed.ts';
import { WordMatcherHost } from '../../engines/word-matcher/word-matcher-host.ts';
import type { Executor } from '../../platform/db/database.ts';
import type { Platform } from '../../platform/feature-module.ts';
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts';
import type { EndedJob } from '../../platform/queue/job-runner.ts';
import type { NotificationService } from '../notification/public.ts';
import { findReadable } from '../resource/public.ts';
import type { FoundAnnouncer, MaskService, PublicationGate, ReviewService } from '../review/public.ts';
import type { SettingsService } from '../settings/public.ts';
import { CandidateService } from './candidate.service.ts';
import { Dictionary } from './dictionary.ts';
import { publishableItems } from './publishable-items.ts';
import { RescanService } from './rescan.service.ts';
import { coverJob, rescanJob } from './scan.jobs.ts';
import { registerScans } from './scan.routes.ts';
import { ScanService } from './scan.service.ts';
import { scanStep } from './scan.step.ts';
import { ScanLoop } from './scan-loop.ts';
import { ScanViewService } from './scan-view.service.ts';

type Dependencies = {
  settings: SettingsService;
  notifications: NotificationService;
  gate: PublicationGate;
  reviews: ReviewService;
  masks: MaskService;
  found: FoundAnnouncer;
};

export function scanModule(platform: Platform, dependencies: Dependencies) {
  const { config, db, publisher, queue, fileStore, logger } = platform;
  const { settings, notifications, gate, reviews, masks, found } = dependencies;
  const dictionary = new Dictionary(db, new WordMatcherHost());
  const candidates = new CandidateService(db);
  const scans = new ScanService({
    db,
    publisher,
    settings,
    queue,
    items: publishableItems,
    dictionary,
    block: (transaction, id, reason) => gate.block(transaction, null, id, reason),
    releaseFixed: (transaction, id) => gate.releaseFixed(transaction, id),
    afterScan: (transaction, id, outcome) => reviews.afterScan(transaction, id, outcome),
    cover: (transaction, id) => masks.renew(transaction, id),
  });
  const rescans = new RescanService({
    db,
    queue,
    publisher,
    notifications,
    notifyReviewers: (transaction, rescanId) => found.foundByRescan(transaction, rescanId),
  });
  const loop = new ScanLoop({ db, scans, rescans, logger });
  return {
    dictionary,
    candidates,
    scans,
    rescans,
    loop,
    /** For steps that must know what is masked before they continue. */
    scanNow: async (resourceId: string, signal: AbortSignal): Promise<void> => {
      await scans.scan(resourceId, undefined, { signal });
    },
    steps: [scanStep(scans)],
    loops: [loop],
    jobs: [
      rescanJob({ scans, candidates, publisher }),
      coverJob({ fileStore, run: runSandboxed, ocrModels: config.engines.ocrModels }),
    ],
    jobEnded: (transaction: Executor, job: EndedJob) => rescans.jobEnded(transaction, job),
    register(registry: EndpointRegistry): void {
      const views = new ScanViewService({ db, settings, requireReadable: findReadable });
      registerScans(registry, { views, rescans });
    },
    close: () => dictionary.close(),
  };
}
