import { sql } from 'kysely';
import type { Logger } from 'pino';
import { detectKind } from './engines/file-kind/detect-kind.ts';
import { runSandboxed } from './engines/sandbox/run-sandboxed.ts';
import { registerDelivery } from './features/delivery/delivery.routes.ts';
import { DeliveryService } from './features/delivery/delivery.service.ts';
import { DownloadService } from './features/delivery/download.service.ts';
import { hashOldPictures } from './features/inspection/hash-old-pictures.ts';
import { editImageJob } from './features/inspection/inspection.jobs.ts';
import { registerImageEdits } from './features/inspection/inspection.routes.ts';
import { InspectionService } from './features/inspection/inspection.service.ts';
import type { LibraryService } from './features/library/library.service.ts';
import { getActor } from './features/operation/actor.repository.ts';
import { selectedCondition } from './features/resource/list/selected.ts';
import { judgeEdit } from './features/resource/resource.policy.ts';
import { lockReadable } from './features/resource/resource.repository.ts';
import type { ResourceIntakeService } from './features/resource/resource-intake.service.ts';
import { inScopeColumn, readable } from './features/resource/resource-scope.ts';
import type { SettingsService } from './features/settings/settings.service.ts';
import { removeExpiredUploads, removeUnnamedPieces } from './features/upload/tidy-uploads.ts';
import { unpackJob } from './features/upload/upload.jobs.ts';
import { registerUploads } from './features/upload/upload.routes.ts';
import { UploadService } from './features/upload/upload.service.ts';
import { UploadAnnouncer } from './features/upload/upload-announcer.ts';
import { UploadFinisher } from './features/upload/upload-finisher.ts';
import { UploadLocks } from './features/upload/upload-locks.ts';
import { UploadReceiver } from './features/upload/upload-receiver.ts';
import { UploadRecovery } from './features/upload/upload-recovery.ts';
import { AppError } from './platform/app-error.ts';
import type { Db } from './platform/db/database.ts';
import type { EventPublisher } from './platform/events/event-publisher.ts';
import type { EndpointRegistry } from './platform/http/endpoint-registry.ts';
import type { Principal } from './platform/http/principal.ts';
import type { SignedInContext } from './platform/http/request-context.ts';
import { seesOriginal } from './platform/masks/sees-original.ts';
import type { JobQueue } from './platform/queue/job-queue.ts';
import type { EndedJob } from './platform/queue/job-runner.ts';
import type { FileStore } from './platform/storage/file-store.ts';

type Given = {
  db: Db;
  logger: Logger;
  timeZone: string;
  fileStore: FileStore;
  publisher: EventPublisher;
  settings: SettingsService;
  libraries: LibraryService;
  intake: ResourceIntakeService;
  /** Opened after the definitions of jobs are known; asked only when something is done. */
  queue: JobQueue;
  noteDownloads(context: SignedInContext, resourceIds: readonly string[]): Promise<void>;
  /** Draws a page of a long document that has no picture yet. */
  drawPage(versionId: string, page: number): Promise<void>;
};

/** Wires what takes files in, looks at them and gives them out again. A part of the container, in a file of its own. */
export function buildResourceBytes(given: Given) {
  const { db, logger, fileStore, intake, libraries, settings, queue } = given;
  const contextFor = backgroundContext(db, logger);
  const announcer = new UploadAnnouncer(given.publisher);
  const bringIn = { libraries, intake };
  const finisher = new UploadFinisher({ ...bringIn, db, fileStore, queue, announcer, detectKind });
  const receiver = new UploadReceiver({ db, fileStore, locks: new UploadLocks(), finisher, announcer, logger });
  const uploads = new UploadService({ ...bringIn, db, fileStore, settings, finisher, announcer });
  const recovery = new UploadRecovery({ db, receiver, contextFor, logger });
  const inspections = new InspectionService({
    db,
    queue,
    intake,
    requireEditable: async (transaction, context, id) => {
      const resource = await lockReadable(transaction, context.principal, id);
      judgeEdit(context.principal, resource);
      return resource;
    },
  });
  const keeps = (principal: Principal) =>
    sql`(${inScopeColumn(principal)} or resources.owner_id = ${principal.userId})`;
  const deliveries = new DeliveryService({ db, readable, keeps, original: seesOriginal });
  const downloads = new DownloadService({
    db,
    fileStore,
    readable,
    original: seesOriginal,
    resolve: async (executor, principal, wanted, limit) => {
      const chosen = await selectedCondition(executor, principal, wanted, given.timeZone);
      const { rows } = await sql<{ id: string }>`
        select resources.id from resources where ${chosen} limit ${limit}`.execute(executor);
      return rows.map((row) => row.id);
    },
  });
  return {
    definitions: [
      editImageJob({ fileStore, intake, run: runSandboxed, contextFor }),
      unpackJob({ ...bringIn, fileStore, settings, announcer, detectKind, contextFor }),
    ],
    maintenance: [
      {
        what: 'uploads that nobody went on with',
        run: (run: Db, signal: AbortSignal) => removeExpiredUploads(run, fileStore, signal),
      },
      {
        what: 'pieces of files without an upload',
        run: (run: Db, signal: AbortSignal) => removeUnnamedPieces(run, fileStore, signal),
      },
      {
        verb: { bare: 'hash', done: 'Hashed' },
        what: 'pictures that were inspected before hashes were taken',
        run: (run: Db, signal: AbortSignal) => hashOldPictures({ fileStore, run: runSandboxed }, run, signal),
      },
    ],
    recovery,
    register: (registry: EndpointRegistry) => {
      registerUploads(registry, uploads, receiver);
      registerImageEdits(registry, inspections);
      const { noteDownloads, drawPage } = given;
      registerDelivery(registry, { deliveries, downloads, fileStore, noteDownloads, drawPage });
    },
    jobEnded: async (transaction: Parameters<InspectionService['jobEnded']>[0], job: EndedJob) => {
      await inspections.jobEnded(transaction, job);
      await uploads.jobEnded(transaction, job);
    },
  };
}

/** Work that goes on without its person has their rights of this moment. */
function backgroundContext(db: Db, logger: Logger) {
  return async (userId: string, language: string): Promise<SignedInContext> => {
    const { principal, forbidden } = await getActor(db, userId, '');
    if (forbidden) throw new AppError('accountForbidden');
    return {
      principal,
      apiKey: null,
      requestId: '',
      ip: '',
      userAgent: '',
      language: language === 'zh' ? 'zh' : 'en',
      origin: '',
      idempotencyKey: undefined,
      cookies: {},
      setCookie: () => undefined,
      clearCookie: () => undefined,
      log: logger,
    };
  };
}
