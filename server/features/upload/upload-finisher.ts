import type { UploadRow } from '@lectern/contract/features/upload.ts';
import { archiveRefusal, judgeArchive } from '../../engines/archive/archive-refusal.ts';
import { formatOf } from '../../engines/file-kind/formats.ts';
import type { DetectKind, Format } from '../../engines/file-kind/port.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Db, Executor } from '../../platform/db/database.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import type { JobQueue } from '../../platform/queue/job-queue.ts';
import type { FileStore, StoredFile } from '../../platform/storage/file-store.ts';
import { type BringInDependencies, bringIn, type Choice, storedPart } from './bring-in.ts';
import { refusalOf } from './upload.policy.ts';
import { storedRefusal } from './upload.presenter.ts';
import { lockUpload, type Upload, updateUpload } from './upload.repository.ts';
import type { UploadAnnouncer } from './upload-announcer.ts';

type Dependencies = BringInDependencies & {
  db: Db;
  fileStore: FileStore;
  queue: JobQueue;
  announcer: UploadAnnouncer;
  detectKind: DetectKind;
};

/**
 * Finishes a complete upload: stores and inspects the file, then creates a resource, a version, or nothing. Every step
 * can be repeated after a crash.
 */
export class UploadFinisher {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** Throws the reason when the file is refused, and removes the file. */
  async finish(context: SignedInContext, upload: Upload): Promise<UploadRow['state']> {
    const { db, fileStore } = this.#dependencies;
    const begun = await updateUpload(db, upload.id, { state: 'checking', offset_bytes: upload.size_bytes }, [
      'receiving',
      'checking',
    ]);
    if (!begun) throw new AppError('uploadOver');
    const stored = await fileStore.finishAssembly({ storeKey: upload.store_key, token: upload.assembly });
    try {
      return await this.#judge(context, upload, stored);
    } catch (error) {
      // Refusals are final; internal failures can be retried.
      if (error instanceof AppError && isRefusal(error)) await this.#refuse(upload, error);
      throw error;
    }
  }

  /** Continues with the person’s choice for a duplicate. */
  async settle(context: SignedInContext, upload: Upload, choice: Choice): Promise<void> {
    const { fileStore } = this.#dependencies;
    if (!upload.sha256 || !upload.format) throw new AppError('uploadOver');
    const { store_key: storeKey, size_bytes: sizeBytes, sha256 } = upload;
    const format = formatOf(upload.format);
    await this.#commit(context, upload, { storeKey, sizeBytes, sha256 }, format, choice);
    if (choice === 'use_existing') await fileStore.remove(storeKey);
  }

  async #judge(context: SignedInContext, upload: Upload, stored: StoredFile): Promise<UploadRow['state']> {
    const { db, fileStore, intake, announcer } = this.#dependencies;
    if (stored.sizeBytes !== upload.size_bytes) throw new AppError('fileDamaged');
    const part = storedPart(fileStore, stored.storeKey, stored.sizeBytes);
    const detected = await this.#dependencies.detectKind(part, upload.file_name);
    if (detected.problem) throw refusalOf(detected);
    if (detected.kind === 'archive') return this.#unpack(upload, stored);
    const duplicate = upload.replaces_id ? undefined : await intake.findDuplicate(db, context.principal, stored.sha256);
    if (duplicate && upload.on_duplicate === 'ask') {
      await db.transaction().execute(async (transaction) => {
        const { format, contentType } = detected;
        const seen = { sha256: stored.sha256, format, content_type: contentType, duplicate_of: duplicate.id };
        await updateUpload(transaction, upload.id, { ...seen, state: 'duplicate' }, ['checking']);
        await announcer.publish(transaction, upload.id, duplicate);
      });
      return 'duplicate';
    }
    const choice = duplicate ? (upload.on_duplicate as Choice) : 'keep_both';
    await this.#commit(context, upload, stored, detected, choice, duplicate?.id);
    if (choice === 'use_existing') await fileStore.remove(stored.storeKey);
    return 'done';
  }

  async #unpack(upload: Upload, stored: StoredFile): Promise<UploadRow['state']> {
    const { db, fileStore, queue, announcer } = this.#dependencies;
    if (upload.replaces_id) throw new AppError('kindRefused', { params: { kind: 'zip' } });
    const problem = await judgeArchive(storedPart(fileStore, stored.storeKey, stored.sizeBytes));
    if (problem) throw archiveRefusal(problem);
    await db.transaction().execute(async (transaction) => {
      const input = { uploadId: upload.id };
      const jobId = await queue.enqueue(transaction, { kind: 'unpack', input, requestedBy: upload.owner_id });
      const change = { state: 'unpacking', sha256: stored.sha256, unpack_job_id: jobId };
      if (!(await updateUpload(transaction, upload.id, change, ['checking']))) throw new AppError('uploadOver');
      await announcer.publish(transaction, upload.id);
    });
    return 'unpacking';
  }

  async #commit(
    context: SignedInContext,
    upload: Upload,
    stored: StoredFile,
    format: Format,
    choice: Choice,
    duplicateId?: string,
  ): Promise<void> {
    const { db, announcer, intake } = this.#dependencies;
    await db.transaction().execute(async (transaction) => {
      const locked = await lockUpload(transaction, upload.id);
      if (!locked || (locked.state !== 'checking' && locked.state !== 'duplicate')) throw new AppError('uploadOver');
      const existing =
        duplicateId ??
        (choice === 'keep_both'
          ? undefined
          : (await intake.findDuplicate(transaction, context.principal, stored.sha256))?.id);
      const resourceId = await this.#become(transaction, context, locked, { stored, format, choice, existing });
      // `duplicate_of` is only set when the upload ended in the existing resource.
      const twin = existing === resourceId ? existing : null;
      const change = { state: 'done', resource_id: resourceId, sha256: stored.sha256, duplicate_of: twin };
      await updateUpload(transaction, upload.id, change);
      await announcer.publish(transaction, upload.id);
    });
  }

  async #become(
    transaction: Executor,
    context: SignedInContext,
    upload: Upload,
    made: { stored: StoredFile; format: Format; choice: Choice; existing: string | undefined },
  ): Promise<string> {
    // If the duplicate is gone by now, the file is new after all.
    if (made.choice === 'use_existing' && made.existing) return made.existing;
    const versionOf = upload.replaces_id ?? (made.choice === 'new_version' ? (made.existing ?? null) : null);
    const arrived = {
      stored: made.stored,
      format: made.format,
      name: upload.file_name,
      libraryId: upload.library_id,
      folderId: upload.folder_id,
      relativePath: upload.relative_path,
      metadata: upload.metadata,
    };
    return bringIn(transaction, context, this.#dependencies, arrived, versionOf);
  }

  async #refuse(upload: Upload, error: AppError): Promise<void> {
    const { db, fileStore, announcer } = this.#dependencies;
    await db.transaction().execute(async (transaction) => {
      const change = { state: 'refused', refusal: storedRefusal(error) };
      if (await updateUpload(transaction, upload.id, change, ['checking'])) {
        await announcer.publish(transaction, upload.id);
      }
    });
    await fileStore.remove(upload.store_key);
  }
}

/** True if the cause lies with the file or the person, so a retry would not help. */
function isRefusal(error: AppError): boolean {
  return !['storageFull', 'databaseDown', 'serverError', 'overloaded', 'uploadOver', 'changedMeanwhile'].includes(
    error.code,
  );
}
