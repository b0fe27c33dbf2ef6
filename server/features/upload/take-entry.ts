import type { Language } from '@lectern/contract/language.ts';
import type { ArchiveEntry } from '../../engines/archive/open-archive.ts';
import { safePath } from '../../engines/archive/safe-path.ts';
import type { DetectKind, Format } from '../../engines/file-kind/port.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Executor } from '../../platform/db/database.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import type { JobTools } from '../../platform/queue/job-definition.ts';
import type { FileStore, StoredFile } from '../../platform/storage/file-store.ts';
import type { IncomingResource } from '../resource/incoming-file.ts';
import { type FileMetadata, metadataFor } from './archive-metadata.ts';
import { type BringInParts, bringIn, type Choice, languageOf } from './bring-in.ts';
import { ensureTags, findSubjectNamed } from './metadata.repository.ts';
import { storedPart } from './stored-part.ts';
import { refusalOf } from './upload.policy.ts';
import type { Upload } from './upload.repository.ts';
import { insertEntry, type UploadEntry } from './upload-entry.repository.ts';

type Parts = BringInParts & { fileStore: FileStore; detectKind: DetectKind };
type Wanted = {
  upload: Upload;
  entry: ArchiveEntry;
  position: number;
  metadata: Map<string, FileMetadata>;
  maxFileBytes: number;
};

const alreadyThere: Record<Language, string> = {
  en: 'The very same file is there already.',
  zh: '已存在完全相同的文件。',
};
const leftOut: Record<Language, string> = {
  en: 'Left out, because it can’t be understood: ',
  zh: '以下内容无法识别，已略过：',
};

/** One file of an archive: stored, looked at like any upload, and brought in with its line of the report. */
export async function takeEntry(
  parts: Parts,
  { db, signal }: Pick<JobTools, 'db' | 'signal'>,
  context: SignedInContext,
  wanted: Wanted,
): Promise<undefined> {
  const { fileStore } = parts;
  const { entry, upload, position } = wanted;
  const path = safePath(entry.name);
  if (!path) throw new AppError('archiveUnsafe');
  if (entry.sizeBytes === 0) throw new AppError('fileEmpty');
  const stored = await fileStore.write(await entry.open(), {
    signal,
    // An entry that is larger than it says is stopped by the reader; one that says too much, here.
    maxBytes: Math.min(wanted.maxFileBytes, entry.sizeBytes),
    expectedBytes: entry.sizeBytes,
  });
  let kept = false;
  try {
    const format = await formatOf(parts, stored, path.name);
    await db.transaction().execute(async (transaction) => {
      const duplicate = await parts.intake.findDuplicate(transaction, context.principal, stored.sha256);
      const choice: Choice = upload.on_duplicate === 'ask' ? 'use_existing' : (upload.on_duplicate as Choice);
      const line = { position, name: entry.name };
      if (duplicate && choice === 'use_existing') {
        const reason = alreadyThere[upload.language as Language];
        return insertEntry(transaction, upload.id, { ...line, state: 'skipped', reason, resourceId: duplicate.id });
      }
      const said = metadataFor(wanted.metadata, path.folder, path.name);
      const described = said && (await resourceMetadata(transaction, said));
      const arrived = {
        ...described,
        metadata: { language: languageOf(upload), ...described?.metadata },
        stored,
        format,
        name: path.name,
        libraryId: upload.library_id,
        folderId: upload.folder_id,
        relativePath: [upload.relative_path, path.folder].filter(Boolean).join('/'),
      };
      const versionOf = duplicate && choice === 'new_version' ? duplicate.id : null;
      const resourceId = await bringIn(transaction, context, parts, arrived, versionOf);
      kept = true;
      const state: UploadEntry['state'] = versionOf ? 'updated' : 'created';
      const reason = said?.notUnderstood.length
        ? `${leftOut[upload.language as Language]}${said.notUnderstood.join(', ')}`
        : null;
      await insertEntry(transaction, upload.id, { ...line, state, reason, resourceId });
    });
  } catch (error) {
    // Refused for sure. After any other failure the rows may be there all the same: the tidy-up finds out.
    if (error instanceof AppError) await fileStore.remove(stored.storeKey);
    throw error;
  }
  if (!kept) await fileStore.remove(stored.storeKey);
}

async function formatOf({ fileStore, detectKind }: Parts, stored: StoredFile, name: string): Promise<Format> {
  const detected = await detectKind(storedPart(fileStore, stored.storeKey, stored.sizeBytes), name);
  if (detected.problem) throw refusalOf(detected);
  // Archives in archives end here: nobody knows how deep they go.
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
