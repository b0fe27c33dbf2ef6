import type { ResourceFields } from '@lectern/contract/features/resource.ts';
import type {
  duplicateChoices,
  duplicateRules,
  SharedUploadFields,
  UploadRow,
} from '@lectern/contract/features/upload.ts';
import { uploadLifetimeMs } from '@lectern/contract/features/upload.ts';
import { extensionOf, promisedFormat } from '../../engines/file-kind/formats.ts';
import { AppError, invalidField } from '../../platform/app-error.ts';
import type { Db, Executor } from '../../platform/db/database.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import type { EndedJob } from '../../platform/queue/job-runner.ts';
import type { FileStore } from '../../platform/storage/file-store.ts';
import { lockLibrarySpace } from '../../platform/storage/lock-library-space.ts';
import type { LibraryService } from '../library/public.ts';
import type { ResourceIntakeService } from '../resource/public.ts';
import type { SettingsService } from '../settings/public.ts';
import { judgeAnnounced, judgeRoom } from './upload.policy.ts';
import { presentUpload, storedRefusal } from './upload.presenter.ts';
import {
  deleteUpload,
  type EntryState,
  findIdByJob,
  findUpload,
  insertUpload,
  listEntries,
  listUploadsByIds,
  listUploadsOf,
  sumMissingBytes,
  sumOpenBytes,
  type Upload,
  type UploadEntry,
  updateLanguage,
  updateUpload,
} from './upload.repository.ts';
import type { UploadAnnouncer } from './upload-announcer.ts';
import type { UploadFinisher } from './upload-finisher.ts';

type Dependencies = {
  db: Db;
  fileStore: FileStore;
  libraries: LibraryService;
  intake: ResourceIntakeService;
  settings: SettingsService;
  finisher: UploadFinisher;
  announcer: UploadAnnouncer;
};
type AnnouncedFile = { id: string; fileName: string; relativePath: string; sizeBytes: number };
type Announcement = {
  batchId: string;
  libraryId: string;
  folderId: string | null;
  replacesId: string | null;
  onDuplicate: (typeof duplicateRules)[number];
  language?: ResourceFields['language'] | undefined;
  metadata: SharedUploadFields;
  files: AnnouncedFile[];
};

const rowsAtOnce = 200;

/** Everything people do with uploads except sending the bytes. */
export class UploadService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** Checks each file separately: refused files are returned with the reason, the others can be sent. */
  async announce(context: SignedInContext, wanted: Announcement): Promise<UploadRow[]> {
    const { db, libraries, settings, intake } = this.#dependencies;
    const { principal } = context;
    if (wanted.replacesId && wanted.files.length > 1) throw invalidField('files', 'oneFile');
    const ids = wanted.files.map((file) => file.id);
    if (new Set(ids).size < ids.length) throw invalidField('files', 'repeated');
    const { maxFileBytes } = await settings.current();
    await db.transaction().execute(async (transaction) => {
      await libraries.requirePlace(transaction, principal, wanted);
      await intake.judgeMetadata(transaction, wanted.metadata);
      // Checked before any byte is sent, and again when the file has arrived.
      const replacedKind = wanted.replacesId && (await intake.kindToReplace(transaction, principal, wanted.replacesId));
      const there = new Map((await listUploadsByIds(transaction, ids)).map((upload) => [upload.id, upload]));
      if ([...there.values()].some((upload) => upload.owner_id !== principal.userId)) {
        throw invalidField('files', 'taken');
      }
      await lockLibrarySpace(transaction, wanted.libraryId);
      const room = await libraries.room(transaction, wanted.libraryId);
      let reserved = await sumOpenBytes(transaction, wanted.libraryId, ids);
      let missing = await sumMissingBytes(transaction, ids);
      for (const file of wanted.files) {
        const before = there.get(file.id);
        if (before && !mayBeginAnew(before)) {
          if (wanted.language !== undefined) await updateLanguage(transaction, file.id, wanted.language);
          continue;
        }
        if (before) await deleteUpload(transaction, file.id);
        const promised = promisedFormat(file.fileName)?.kind;
        const refusal =
          judgeAnnounced(file, { maxFileBytes, promised, extension: extensionOf(file.fileName) }) ??
          (replacedKind && replacedKind !== promised ? new AppError('otherKind') : undefined) ??
          judgeRoom(room, reserved, file.sizeBytes) ??
          (await this.#judgeDisk(missing + file.sizeBytes));
        await this.#insert(transaction, context, wanted, file, refusal);
        if (refusal) continue;
        reserved += file.sizeBytes;
        missing += file.sizeBytes;
      }
    });
    const rows = new Map((await listUploadsByIds(db, ids)).map((upload) => [upload.id, upload]));
    return Promise.all(ids.flatMap((id) => rows.get(id) ?? []).map((upload) => this.#present(context, upload)));
  }

  async list(
    context: SignedInContext,
    wanted: { batchId: string | undefined; after: string | undefined },
  ): Promise<{ rows: UploadRow[]; more: boolean }> {
    const ownerId = context.principal.userId;
    const rows = await listUploadsOf(this.#dependencies.db, { ...wanted, ownerId, limit: rowsAtOnce + 1 });
    const shown = rows.slice(0, rowsAtOnce);
    return {
      rows: await Promise.all(shown.map((upload) => this.#present(context, upload))),
      more: rows.length > rowsAtOnce,
    };
  }

  async settle(context: SignedInContext, id: string, choice: (typeof duplicateChoices)[number]): Promise<UploadRow> {
    const upload = await this.#getOwn(context, id);
    if (upload.state !== 'duplicate') throw new AppError('uploadOver');
    await this.#dependencies.finisher.settle(context, upload, choice);
    return this.#present(context, await this.#getOwn(context, id));
  }

  async listEntries(
    context: SignedInContext,
    id: string,
    wanted: { state: EntryState | undefined; after: number; size: number },
  ): Promise<{ rows: UploadEntry[]; more: boolean }> {
    await this.#getOwn(context, id);
    const rows = await listEntries(this.#dependencies.db, id, { ...wanted, limit: wanted.size + 1 });
    return { rows: rows.slice(0, wanted.size), more: rows.length > wanted.size };
  }

  /** Refuses an archive that can't be unpacked; the cleanup removes its file. */
  async jobEnded(transaction: Executor, job: EndedJob): Promise<void> {
    if (job.kind !== 'unpack' || job.state !== 'failed') return;
    const id = await findIdByJob(transaction, job.id);
    const change = { state: 'refused', refusal: storedRefusal(new AppError('fileDamaged')) };
    if (id && (await updateUpload(transaction, id, change, ['unpacking']))) {
      await this.#dependencies.announcer.publish(transaction, id);
    }
  }

  async #judgeDisk(expectedBytes: number): Promise<AppError | undefined> {
    try {
      await this.#dependencies.fileStore.assertSpace(expectedBytes);
      return undefined;
    } catch (error) {
      if (error instanceof AppError) return error;
      throw error;
    }
  }

  async #insert(
    transaction: Executor,
    context: SignedInContext,
    wanted: Announcement,
    file: AnnouncedFile,
    refusal: AppError | undefined,
  ): Promise<void> {
    await insertUpload(transaction, {
      id: file.id,
      owner_id: context.principal.userId,
      batch_id: wanted.batchId,
      file_name: file.fileName.normalize('NFC'),
      relative_path: file.relativePath.normalize('NFC'),
      size_bytes: file.sizeBytes,
      library_id: wanted.libraryId,
      folder_id: wanted.folderId,
      replaces_id: wanted.replacesId,
      on_duplicate: wanted.onDuplicate,
      state: refusal ? 'refused' : 'receiving',
      refusal: refusal ? storedRefusal(refusal) : null,
      metadata: JSON.stringify({
        ...wanted.metadata,
        ...(wanted.language !== undefined && { language: wanted.language }),
      }),
      language: context.language,
      // Assigned when the first byte arrives.
      store_key: '',
      expires_at: new Date(Date.now() + uploadLifetimeMs),
    });
  }

  async #present(context: SignedInContext, upload: Upload): Promise<UploadRow> {
    const duplicate =
      upload.state === 'duplicate' && upload.sha256
        ? await this.#dependencies.intake.findDuplicate(this.#dependencies.db, context.principal, upload.sha256)
        : undefined;
    return presentUpload(upload, context.language, duplicate ?? null);
  }

  /** Other people's uploads are reported as not found. */
  async #getOwn(context: SignedInContext, id: string): Promise<Upload> {
    const upload = await findUpload(this.#dependencies.db, id);
    if (!upload || upload.owner_id !== context.principal.userId) throw new AppError('notFound');
    return upload;
  }
}

/** Announcing a refused or cancelled upload again is a retry, checked as if it were new. */
function mayBeginAnew(upload: Upload): boolean {
  return upload.state === 'refused' || upload.state === 'cancelled';
}
