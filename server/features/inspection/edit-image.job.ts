import { createReadStream } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { imageEdits } from '@lectern/contract/features/resource-detail.ts';
import type { Language } from '@lectern/contract/language.ts';
import { fillText } from '@lectern/contract/messages/fill-text.ts';
import type { z } from 'zod';
import { InspectionFailure } from '../../engines/engine-failure.ts';
import { stripGps } from '../../engines/image/exif.ts';
import { drawHeic } from '../../engines/image/readable-picture.ts';
import { runImageTask } from '../../engines/image/run-image-task.ts';
import { type RunSandboxed, SandboxFailure } from '../../engines/sandbox/port.ts';
import { AppError } from '../../platform/app-error.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { messagesIn } from '../../platform/messages.ts';
import { newId } from '../../platform/new-id.ts';
import type { JobHandler } from '../../platform/queue/job-definition.ts';
import { JobSkipped, PermanentJobError } from '../../platform/queue/job-endings.ts';
import { insertFile } from '../../platform/storage/file-rows.ts';
import type { FileStore } from '../../platform/storage/file-store.ts';
import { localFile, withFolder } from '../../platform/storage/local-file.ts';
import type { ResourceIntakeService } from '../resource/public.ts';
import { findVersionFile, type VersionFile } from './version-file.repository.ts';

type Edits = z.output<typeof imageEdits>;
export type EditImageDependencies = {
  fileStore: FileStore;
  intake: ResourceIntakeService;
  run: RunSandboxed;
  contextFor(userId: string, language: string): Promise<SignedInContext>;
};

/** The file is held in memory while its GPS metadata is removed. */
const mostBytes = 300 * 1024 ** 2;

/** Creates a new version of an image. Unless it is rotated or cropped, its pixels stay untouched. */
export function editImage(dependencies: EditImageDependencies): JobHandler {
  return async (job, { db, signal }) => {
    const { versionId, resourceId, edits, language } = job.input as Record<string, string> & { edits: Edits };
    const version = await findVersionFile(db, String(versionId));
    if (!version || !job.requestedBy) throw new JobSkipped('The image no longer exists.');
    if (version.size_bytes > mostBytes) throw new PermanentJobError('The image is too large to edit here.');
    const context = await dependencies.contextFor(job.requestedBy, String(language));
    // We can't write HEIC, so a rotated or cropped HEIC image becomes a JPEG.
    const asJpeg = version.format === 'heic' && (edits.rotate !== 0 || edits.crop !== null);
    const stored = await withFolder(async (folder) => {
      const edited = await edit(dependencies, version, edits, { folder, asJpeg }, signal);
      return dependencies.fileStore.write(createReadStream(edited), { signal });
    });
    return {
      save: async (transaction) => {
        const fileId = newId();
        const { name, contentType, format } = asJpeg ? jpegOf(version) : asItCame(version);
        await insertFile(transaction, { ...stored, id: fileId, name, contentType, createdBy: job.requestedBy });
        await dependencies.intake.replace(transaction, context, String(resourceId), {
          fileId,
          file: { name, contentType, sizeBytes: stored.sizeBytes, sha256: stored.sha256 },
          kind: 'image',
          format,
          note: noteOf(edits, context.language),
        });
      },
    };
  };
}

async function edit(
  { fileStore, run }: EditImageDependencies,
  version: VersionFile,
  edits: Edits,
  { folder, asJpeg }: { folder: string; asJpeg: boolean },
  signal: AbortSignal,
): Promise<string> {
  const original = await localFile(fileStore, version.store_key, folder, signal);
  const output = path.join(folder, 'edited');
  try {
    const file = asJpeg ? await drawHeic(run, { file: original, folder }, signal) : original;
    if (edits.rotate === 0 && !edits.crop) {
      const stripped = edits.stripGps ? stripGps(await readFile(file)) : undefined;
      if (!stripped) throw new JobSkipped('There is nothing to change in this image.');
      await writeFile(output, stripped);
      return output;
    }
    const task = { do: 'edit', file, output, rotate: edits.rotate, crop: edits.crop } as const;
    await runImageTask(run, { task, folder }, signal);
    const stripped = edits.stripGps ? stripGps(await readFile(output)) : undefined;
    if (stripped) await writeFile(output, stripped);
    return output;
  } catch (error) {
    signal.throwIfAborted();
    const itself = error instanceof InspectionFailure || error instanceof AppError || isStopped(error);
    throw itself ? new PermanentJobError((error as Error).message, { cause: error }) : error;
  }
}

function asItCame({ file_name: name, content_type: contentType, format }: VersionFile) {
  return { name, contentType, format };
}

function jpegOf({ file_name: name }: VersionFile) {
  return { name: name.replace(/(\.[^.]{1,5})?$/, '.jpg'), contentType: 'image/jpeg', format: 'jpg' };
}

function isStopped(error: unknown): boolean {
  return error instanceof SandboxFailure && error.kind !== 'start';
}

function noteOf(edits: Edits, language: Language): string {
  const { imageEdits, imageEditSeparator } = messagesIn(language).resourceChange;
  const done = [
    edits.rotate !== 0 && fillText(imageEdits.rotated, { degrees: edits.rotate }),
    edits.crop && imageEdits.cropped,
    edits.stripGps && imageEdits.gpsRemoved,
  ];
  return done.filter(Boolean).join(imageEditSeparator);
}
