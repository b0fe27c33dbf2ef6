import type { Logger } from 'pino';
import type { OcrModels } from './engines/ocr/port.ts';
import { runSandboxed } from './engines/sandbox/run-sandboxed.ts';
import type { NotificationService } from './features/notification/notification.service.ts';
import { findReadable } from './features/resource/resource.repository.ts';
import { CandidateService } from './features/scan/candidate.service.ts';
import { coverJob } from './features/scan/cover/cover.jobs.ts';
import { Dictionary } from './features/scan/dictionary.ts';
import { rescanJob } from './features/scan/rescan.jobs.ts';
import { RescanService } from './features/scan/rescan.service.ts';
import { registerScans } from './features/scan/scan.routes.ts';
import { ScanService } from './features/scan/scan.service.ts';
import { scanStep } from './features/scan/scan.step.ts';
import { ScanLoop } from './features/scan/scan-loop.ts';
import type { AfterScan, BlockResource, CoverResource, ReleaseFixed } from './features/scan/scan-outcome.ts';
import { ScanViewService } from './features/scan/scan-view.service.ts';
import type { SettingsService } from './features/settings/settings.service.ts';
import type { Db, Executor } from './platform/db/database.ts';
import type { EventPublisher } from './platform/events/event-publisher.ts';
import type { EndpointRegistry } from './platform/http/endpoint-registry.ts';
import type { JobQueue } from './platform/queue/job-queue.ts';
import type { FileStore } from './platform/storage/file-store.ts';
import { WordMatcherHost } from './platform/word-matcher/word-matcher-host.ts';
import { publishableItems } from './publishable-items.ts';

type Given = {
  db: Db;
  publisher: EventPublisher;
  settings: SettingsService;
  queue: JobQueue;
  logger: Logger;
  block: BlockResource;
  releaseFixed: ReleaseFixed;
  fileStore: FileStore;
  ocrModels: Partial<OcrModels>;
  afterScan: AfterScan;
  cover: CoverResource;
  notifications: NotificationService;
  tellFound(transaction: Executor, rescanId: string): Promise<void>;
};

/** Part of the container: looking for sensitive words, again whenever texts or words change. */
export function buildScan(given: Given) {
  const { db, publisher, settings, queue, logger, notifications, tellFound, fileStore, ocrModels } = given;
  const dictionary = new Dictionary(db, new WordMatcherHost());
  const candidates = new CandidateService(db);
  const scans = new ScanService({ ...given, items: publishableItems, dictionary });
  const rescans = new RescanService({ db, queue, publisher, notifications, tellFound });
  return {
    dictionary,
    candidates,
    scans,
    rescans,
    /** For those who have to know what is masked before they go on. */
    now: async (resourceId: string, signal: AbortSignal): Promise<void> => {
      await scans.scan(resourceId, undefined, { signal });
    },
    /** What every worker does besides its jobs. */
    loop: new ScanLoop({ db, scans, rescans, logger }),
    steps: [scanStep(scans)],
    definitions: [rescanJob({ scans, candidates, publisher }), coverJob({ fileStore, run: runSandboxed, ocrModels })],
    register(registry: EndpointRegistry): void {
      const views = new ScanViewService({ db, settings, requireReadable: findReadable });
      registerScans(registry, { views, rescans });
    },
  };
}
