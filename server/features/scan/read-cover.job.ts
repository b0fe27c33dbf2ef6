import { InspectionFailure } from '../../engines/engine-failure.ts';
import type { OcrModels } from '../../engines/ocr/port.ts';
import { recognisePicture } from '../../engines/ocr/recognise-pages.ts';
import type { RunSandboxed } from '../../engines/sandbox/port.ts';
import type { JobHandler } from '../../platform/queue/job-definition.ts';
import { JobSkipped, PermanentJobError } from '../../platform/queue/job-endings.ts';
import type { FileStore } from '../../platform/storage/file-store.ts';
import { localFile, withFolder } from '../../platform/storage/local-file.ts';
import { findCoverKey, insertCoverText } from './scans.repository.ts';

export type CoverDependencies = { fileStore: FileStore; run: RunSandboxed; ocrModels: Partial<OcrModels> };

/** Reads the text in a cover image; saving it triggers a re-scan of the items that use the cover. */
export function readCover({ fileStore, run, ocrModels }: CoverDependencies): JobHandler {
  return async (job, { db, signal, log }) => {
    const fileId = String(job.input.fileId);
    const key = await findCoverKey(db, fileId);
    if (!key) throw new JobSkipped('The image no longer exists.');
    const page = await withFolder(async (folder) => {
      const file = await localFile(fileStore, key, folder, signal);
      return recognisePicture(run, { source: { file }, folder, options: { models: ocrModels } }, signal);
    }).catch((error: unknown) => {
      if (error instanceof InspectionFailure) throw new PermanentJobError(error.message);
      throw error;
    });
    log(`${page.lines.length} lines of text on the cover.`);
    const text = page.lines.map((line) => line.text).join('\n');
    return { save: (transaction) => insertCoverText(transaction, fileId, text) };
  };
}
