import { detectKind } from '../../engines/file-kind/detect-kind.ts';
import { runSandboxed } from '../../engines/sandbox/run-sandboxed.ts';
import type { Executor } from '../../platform/db/database.ts';
import type { Platform } from '../../platform/feature-module.ts';
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts';
import type { MaintenanceStep } from '../../platform/maintenance-step.ts';
import type { EndedJob } from '../../platform/queue/job-runner.ts';
import type { LibraryService } from '../library/public.ts';
import { backgroundContext } from '../operation/public.ts';
import type { ResourceIntakeService } from '../resource/public.ts';
import type { SettingsService } from '../settings/public.ts';
import { unpackJob } from './upload.jobs.ts';
import { uploadMaintenance } from './upload.repository.ts';
import { registerUploads } from './upload.routes.ts';
import { UploadService } from './upload.service.ts';
import { UploadAnnouncer } from './upload-announcer.ts';
import { UploadFinisher } from './upload-finisher.ts';
import { UploadLocks, UploadReceiver } from './upload-receiver.ts';
import { removeExpiredUploads, removeUnnamedPieces, UploadRecovery } from './upload-recovery.ts';

type Dependencies = { settings: SettingsService; libraries: LibraryService; intake: ResourceIntakeService };

export function uploadModule(platform: Platform, { settings, libraries, intake }: Dependencies) {
  const { db, logger, publisher, queue, fileStore } = platform;
  const contextFor = backgroundContext(db, logger);
  const announcer = new UploadAnnouncer(publisher);
  const finisher = new UploadFinisher({ libraries, intake, db, fileStore, queue, announcer, detectKind });
  const receiver = new UploadReceiver({ db, fileStore, locks: new UploadLocks(), finisher, announcer, logger });
  const uploads = new UploadService({ libraries, intake, db, fileStore, settings, finisher, announcer });
  const recovery = new UploadRecovery({ db, receiver, contextFor, logger });
  const maintenance: MaintenanceStep[] = [
    ...uploadMaintenance,
    { what: 'abandoned uploads', run: (run, signal) => removeExpiredUploads(run, fileStore, signal) },
    { what: 'orphaned upload parts', run: (run, signal) => removeUnnamedPieces(run, fileStore, signal) },
  ];
  return {
    recovery,
    maintenance,
    jobs: [unpackJob({ libraries, intake, fileStore, settings, announcer, detectKind, run: runSandboxed, contextFor })],
    jobEnded: (transaction: Executor, job: EndedJob) => uploads.jobEnded(transaction, job),
    register: (registry: EndpointRegistry) => registerUploads(registry, uploads, receiver),
    open: () => recovery.start(),
    close: () => recovery.stop(),
  };
}
