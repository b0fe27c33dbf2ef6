import { buffer } from 'node:stream/consumers';
import type { duplicateChoices } from '@lectern/contract/features/upload.ts';
import type { FilePart, Format } from '../../engines/file-kind/port.ts';
import type { Executor } from '../../platform/db/database.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { newId } from '../../platform/new-id.ts';
import { insertFile } from '../../platform/storage/file-rows.ts';
import type { FileStore, StoredFile } from '../../platform/storage/file-store.ts';
import { lockLibrarySpace } from '../../platform/storage/lock-library-space.ts';
import type { LibraryService } from '../library/public.ts';
import type { IncomingResource, ResourceIntakeService } from '../resource/public.ts';
import { judgeRoom } from './upload.policy.ts';

export type BringInDependencies = { libraries: LibraryService; intake: ResourceIntakeService };
type Arrived = {
  stored: StoredFile;
  format: Format;
  name: string;
  libraryId: string;
  folderId: string | null;
  relativePath: string;
} & Pick<IncomingResource, 'title' | 'metadata'>;
export type Choice = (typeof duplicateChoices)[number];

/** Inserts the file and its resource or version in the caller's transaction, so both exist or neither. */
export async function bringIn(
  transaction: Executor,
  context: SignedInContext,
  { libraries, intake }: BringInDependencies,
  arrived: Arrived,
  versionOf: string | null,
): Promise<string> {
  const { stored, format, libraryId } = arrived;
  const fileId = newId();
  const contentType = format.contentType;
  await insertFile(transaction, {
    ...stored,
    id: fileId,
    name: arrived.name,
    contentType,
    createdBy: context.principal.userId,
  });
  const file = { name: arrived.name, sizeBytes: stored.sizeBytes, sha256: stored.sha256, contentType };
  const incoming = { fileId, file, kind: format.kind, format: format.format };
  if (versionOf) {
    const replaced = await intake.replace(transaction, context, versionOf, incoming);
    // Checks the library of the resource, wherever the upload was announced; its size is already counted there.
    await assertRoom(transaction, libraries, replaced.libraryId, 0);
    return versionOf;
  }
  // Permissions and free space may have changed since the upload was announced.
  await libraries.requirePlace(transaction, context.principal, arrived);
  await assertRoom(transaction, libraries, libraryId, stored.sizeBytes);
  const { relativePath, folderId, title, metadata } = arrived;
  const place = await libraries.ensureFolders(transaction, context, libraryId, folderId, relativePath);
  const created = await intake.create(transaction, context, {
    ...incoming,
    libraryId,
    folderId: place,
    ...(title !== undefined && { title }),
    ...(metadata && { metadata }),
  });
  return created.resourceId;
}

async function assertRoom(transaction: Executor, libraries: LibraryService, libraryId: string, bytes: number) {
  await lockLibrarySpace(transaction, libraryId);
  const full = judgeRoom(await libraries.room(transaction, libraryId), 0, bytes);
  if (full) throw full;
}

/** Random access to a stored file for engines. */
export function storedPart(fileStore: FileStore, storeKey: string, sizeBytes: number): FilePart {
  return {
    sizeBytes,
    read: async (start, length) => {
      const end = Math.min(sizeBytes, start + length) - 1;
      if (end < start) return Buffer.alloc(0);
      const opened = await fileStore.open(storeKey, { start, end });
      return buffer(opened.stream);
    },
  };
}
