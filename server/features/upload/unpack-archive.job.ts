import type { Language } from '@lectern/contract/language.ts';
import { fillText } from '@lectern/contract/messages/fill-text.ts';
import { type Archive, type ArchiveEntry, isJunk, openArchive, safePath } from '../../engines/archive/open-archive.ts';
import type { DetectKind, Format } from '../../engines/file-kind/port.ts';
import type { RunSandboxed } from '../../engines/sandbox/port.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Executor } from '../../platform/db/database.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { messagesIn } from '../../platform/messages.ts';
import type { JobHandler, JobTools } from '../../platform/queue/job-definition.ts';
import { JobSkipped, PermanentJobError } from '../../platform/queue/job-endings.ts';
import type { FileStore, StoredFile } from '../../platform/storage/file-store.ts';
import type { IncomingResource } from '../resource/public.ts';
import type { SettingsService } from '../settings/public.ts';
import { ensureTags } from '../tag/public.ts';
import { type FileMetadata, metadataFile, metadataFor, readMetadata } from './archive-metadata.ts';
import { type BringInDependencies, bringIn, type Choice, storedPart } from './bring-in.ts';
import { refusalOf } from './upload.policy.ts';
import { storedRefusal } from './upload.presenter.ts';
import {
  countEntries,
  findSubjectNamed,
  findUpload,
  insertEntry,
  listEntryPositions,
  type Upload,
  type UploadEntry,
  updateUpload,
} from './upload.repository.ts';
import type { UploadAnnouncer } from './upload-announcer.ts';
import type { ContextFor } from './upload-recovery.ts';

export type UnpackDependencies = BringInDependencies & {
  fileStore: FileStore;
  settings: SettingsService;
  announcer: UploadAnnouncer;
  detectKind: DetectKind;
  run: RunSandboxed;
  contextFor: ContextFor;
};

const mostMetadataBytes = 10 * 1024 ** 2;

/** Adds the files of an archive one by one, each with its report line in one transaction. */
export function unpackArchive(dependencies: UnpackDependencies): JobHandler {
  return async (job, tools) => {
    const upload = await findUpload(tools.db, String(job.input.uploadId));
    if (upload?.state !== 'unpacking') throw new JobSkipped('The archive is no longer waiting to be unpacked.');
    const archive = await openOrGiveUp(dependencies.fileStore, upload);
    try {
      await takeAll(dependencies, tools, upload, archive);
    } finally {
      archive.close();
    }
    const counts = await countEntries(tools.db, upload.id);
    await tools.db.transaction().execute((transaction) => settle(transaction, dependencies, upload, counts));
    // The archive is no longer needed. If this fails, the nightly maintenance removes it.
    await dependencies.fileStore.remove(upload.store_key);
    return { result: { ...counts } };
  };
}

async function openOrGiveUp(fileStore: FileStore, upload: Upload): Promise<Archive> {
  try {
    return await openArchive(storedPart(fileStore, upload.store_key, upload.size_bytes));
  } catch (error) {
    throw new PermanentJobError('The archive is damaged and can’t be read.', { cause: error });
  }
}

async function takeAll(
  dependencies: UnpackDependencies,
  tools: JobTools,
  upload: Upload,
  archive: Archive,
): Promise<void> {
  const { db, signal, report } = tools;
  const context = await dependencies.contextFor(upload.owner_id, upload.language);
  const { maxFileBytes } = await dependencies.settings.current();
  const done = await listEntryPositions(db, upload.id);
  const metadata = await metadataIn(dependencies, upload);
  let position = -1;
  let readBytes = 0;
  for await (const entry of archive.entries()) {
    signal.throwIfAborted();
    if (entry.isFolder || isJunk(entry.name)) continue;
    position += 1;
    readBytes += entry.packedBytes;
    if (!done.has(position) && !isMetadata(entry.name)) {
      const wanted = { upload, entry, position, metadata, maxFileBytes };
      const failed = await takeEntry(dependencies, tools, context, wanted).catch((error: unknown) =>
        lineOfFailure(error, signal, { position, name: entry.name, language: upload.language as Language }),
      );
      if (failed) await insertEntry(db, upload.id, failed);
    }
    report((readBytes / upload.size_bytes) * 100);
  }
}

/** Reads the metadata table at the top of the archive or in one of its top-level folders. */
async function metadataIn(
  { fileStore, run }: Pick<UnpackDependencies, 'fileStore' | 'run'>,
  upload: Upload,
): Promise<Map<string, FileMetadata>> {
  const archive = await openArchive(storedPart(fileStore, upload.store_key, upload.size_bytes));
  try {
    for await (const entry of archive.entries()) {
      if (isMetadata(entry.name)) return await readMetadata(run, await entry.readAll(mostMetadataBytes));
    }
  } catch {
    // A broken table only means that files are added without metadata.
  } finally {
    archive.close();
  }
  return new Map();
}

function isMetadata(name: string): boolean {
  return name.toLowerCase() === metadataFile || /^[^/]+\/metadata\.csv$/i.test(name);
}

/** Errors caused by an entry go into its report line; internal errors fail the job, which is retried. */
function lineOfFailure(
  error: unknown,
  signal: AbortSignal,
  entry: { position: number; name: string; language: Language },
): UploadEntry {
  signal.throwIfAborted();
  const { position, name } = entry;
  const line = { position, name: name.slice(0, 2000), state: 'failed', resourceId: null } as const;
  if (error instanceof AppError && !['storageFull', 'databaseDown', 'serverError'].includes(error.code)) {
    return { ...line, reason: error.messageIn(entry.language) };
  }
  if (isBrokenEntry(error)) return { ...line, reason: new AppError('fileDamaged').messageIn(entry.language) };
  throw error;
}

/** Messages of the ZIP and inflate readers, which have no codes for all cases. */
function isBrokenEntry(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return code.startsWith('Z_') || /invalid|bytes in the stream|unsupported|signature|compress/i.test(error.message);
}

async function settle(
  transaction: Executor,
  { announcer }: UnpackDependencies,
  upload: Upload,
  counts: Awaited<ReturnType<typeof countEntries>>,
): Promise<void> {
  const nothing = counts.created + counts.updated + counts.skipped === 0;
  const refusal = nothing ? storedRefusal(new AppError(counts.failed > 0 ? 'fileDamaged' : 'archiveEmpty')) : null;
  await updateUpload(transaction, upload.id, { state: nothing ? 'refused' : 'done', refusal }, ['unpacking']);
  await announcer.publish(transaction, upload.id);
}

type Dependencies = BringInDependencies & { fileStore: FileStore; detectKind: DetectKind };
type UnpackedFile = {
  upload: Upload;
  entry: ArchiveEntry;
  position: number;
  metadata: Map<string, FileMetadata>;
  maxFileBytes: number;
};

/** Stores and inspects one file of an archive like an upload, then adds and reports it. */
async function takeEntry(
  dependencies: Dependencies,
  { db, signal }: Pick<JobTools, 'db' | 'signal'>,
  context: SignedInContext,
  wanted: UnpackedFile,
): Promise<undefined> {
  const { fileStore } = dependencies;
  const { entry, upload, position } = wanted;
  const words = messagesIn(upload.language as Language).importReport;
  const path = safePath(entry.name);
  if (!path) throw new AppError('archiveUnsafe');
  if (entry.sizeBytes === 0) throw new AppError('fileEmpty');
  const stored = await fileStore.write(await entry.open(), {
    signal,
    // The reader stops at the declared size; the limit catches declared sizes that are too large.
    maxBytes: Math.min(wanted.maxFileBytes, entry.sizeBytes),
    expectedBytes: entry.sizeBytes,
  });
  let kept = false;
  try {
    const format = await formatOf(dependencies, stored, path.name);
    await db.transaction().execute(async (transaction) => {
      const duplicate = await dependencies.intake.findDuplicate(transaction, context.principal, stored.sha256);
      const choice: Choice = upload.on_duplicate === 'ask' ? 'use_existing' : (upload.on_duplicate as Choice);
      const line = { position, name: entry.name };
      if (duplicate && choice === 'use_existing') {
        const reason = words.sameFile;
        return insertEntry(transaction, upload.id, { ...line, state: 'skipped', reason, resourceId: duplicate.id });
      }
      const said = metadataFor(wanted.metadata, path.folder, path.name);
      const described = said && (await resourceMetadata(transaction, said));
      const arrived = {
        ...described,
        metadata: { ...upload.metadata, ...described?.metadata },
        stored,
        format,
        name: path.name,
        libraryId: upload.library_id,
        folderId: upload.folder_id,
        relativePath: [upload.relative_path, path.folder].filter(Boolean).join('/'),
      };
      const versionOf = duplicate && choice === 'new_version' ? duplicate.id : null;
      const resourceId = await bringIn(transaction, context, dependencies, arrived, versionOf);
      kept = true;
      const state: UploadEntry['state'] = versionOf ? 'updated' : 'created';
      const reason = said?.notUnderstood.length
        ? fillText(words.notUnderstood, { fields: said.notUnderstood.join(', ') })
        : null;
      await insertEntry(transaction, upload.id, { ...line, state, reason, resourceId });
    });
  } catch (error) {
    // A refusal rolled everything back. After any other failure the rows may exist, so the cleanup decides.
    if (error instanceof AppError) await fileStore.remove(stored.storeKey);
    throw error;
  }
  if (!kept) await fileStore.remove(stored.storeKey);
}

async function formatOf({ fileStore, detectKind }: Dependencies, stored: StoredFile, name: string): Promise<Format> {
  const detected = await detectKind(storedPart(fileStore, stored.storeKey, stored.sizeBytes), name);
  if (detected.problem) throw refusalOf(detected);
  // Nested archives are refused: their depth is unknown.
  if (detected.kind === 'archive') throw new AppError('kindRefused', { params: { kind: 'zip' } });
  return detected;
}

async function resourceMetadata(
  transaction: Executor,
  said: FileMetadata,
): Promise<Pick<IncomingResource, 'title' | 'metadata'>> {
  const subjectId = said.subject ? await findSubjectNamed(transaction, said.subject) : undefined;
  const tagIds = await ensureTags(transaction, said.tags);
  return {
    ...(said.title !== undefined && { title: said.title }),
    metadata: { ...said.fields, ...(tagIds.length > 0 && { tagIds }), ...(subjectId && { subjectId }) },
  };
}
