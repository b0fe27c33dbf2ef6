import { createReadStream } from 'node:fs';
import { InspectionFailure } from '../../../engines/inspection-failure.ts';
import type { RunSandboxed } from '../../../engines/sandbox/port.ts';
import type { Executor } from '../../../platform/db/database.ts';
import { newId } from '../../../platform/new-id.ts';
import type { JobHandler } from '../../../platform/queue/job-definition.ts';
import { JobHopeless, JobSkipped } from '../../../platform/queue/job-endings.ts';
import { discardFiles } from '../../../platform/storage/discard-files.ts';
import { insertFile } from '../../../platform/storage/file-rows.ts';
import type { FileStore, StoredFile } from '../../../platform/storage/file-store.ts';
import { withFolder } from '../../../platform/storage/local-file.ts';
import { listMaskRows } from '../view/hit-list.repository.ts';
import { coverImage, coverPages } from './cover-pictures.ts';
import type { MadeFile } from './made-file.ts';
import { deleteMaskedFiles, insertMaskedFile, lockMasks } from './mask.repository.ts';
import { findMaskedVersion } from './masked-source.repository.ts';
import { silenceMedia } from './silence-media.ts';

export type MaskParts = {
  fileStore: FileStore;
  run: RunSandboxed;
  /** A covered document consists of pictures of all its pages. */
  drawAllPages(versionId: string, signal: AbortSignal): Promise<void>;
};
type Stored = { made: MadeFile; stored: StoredFile; renditionId: string | null };

const mostMasks = 100_000;

/** Makes the files that others get in the place of what was masked. */
export function makeMasked({ fileStore, run, drawAllPages }: MaskParts): JobHandler {
  return async (job, { db, signal }) => {
    const resourceId = String(job.input.resourceId);
    const original = await findMaskedVersion(db, resourceId);
    if (original?.kind === 'document') await drawAllPages(original.versionId, signal).catch(refuseFile);
    const [version, masks] = [await findMaskedVersion(db, resourceId), await listMaskRows(db, resourceId, mostMasks)];
    if (!version || masks.length === 0) throw new JobSkipped('Nothing of it is covered any more.');
    const make = { image: coverImage, document: coverPages, audio: silenceMedia, video: silenceMedia }[version.kind];
    const stored = await withFolder(async (folder) => {
      const made = await make({ version, masks, fileStore, run, folder, signal }).catch(refuseFile);
      const isInFiles = masks.some(({ source }) => ['document', 'ocr', 'speech'].includes(source));
      // Others would wait for it for ever.
      if (isInFiles && !made.some(({ renditionIds }) => renditionIds.includes(null))) {
        throw new JobHopeless('There are no pictures of its pages that could be covered.');
      }
      return store(fileStore, made, signal);
    });
    const known = JSON.stringify(masks);
    return {
      discard: () =>
        discardFiles(
          db,
          fileStore,
          stored.map((one) => one.stored.storeKey),
        ),
      save: async (transaction) => {
        await lockMasks(transaction, resourceId);
        const isSame = known === JSON.stringify(await listMaskRows(transaction, resourceId, mostMasks));
        const current = await findMaskedVersion(transaction, resourceId);
        // What was decided or made meanwhile has a job of its own; nothing names these files.
        if (!isSame || JSON.stringify(current) !== JSON.stringify(version))
          throw new JobSkipped('It changed meanwhile.');
        await deleteMaskedFiles(transaction, resourceId);
        for (const one of stored) await insert(transaction, version.versionId, one);
      },
    };
  };
}

/** Of a broken file the same would come every time. */
function refuseFile(error: unknown): never {
  throw error instanceof InspectionFailure ? new JobHopeless(error.message, { cause: error }) : error;
}

/** Each place has an object of its own: so one can go without the other. All of them, or none. */
async function store(fileStore: FileStore, made: readonly MadeFile[], signal: AbortSignal): Promise<Stored[]> {
  const stored: Stored[] = [];
  try {
    for (const one of made) {
      for (const renditionId of one.renditionIds) {
        stored.push({ made: one, renditionId, stored: await fileStore.write(createReadStream(one.file), { signal }) });
      }
    }
  } catch (error) {
    for (const one of stored) await fileStore.remove(one.stored.storeKey);
    throw error;
  }
  return stored;
}

async function insert(transaction: Executor, versionId: string, { made, stored, renditionId }: Stored): Promise<void> {
  const fileId = newId();
  const { name, contentType } = made;
  await insertFile(transaction, { ...stored, id: fileId, name, contentType, createdBy: null });
  await insertMaskedFile(transaction, { versionId, renditionId, fileId });
}
