import { createReadStream } from 'node:fs';
import { InspectionFailure } from '../../engines/inspection-failure.ts';
import { type RunSandboxed, SandboxFailure } from '../../engines/sandbox/port.ts';
import { newId } from '../../platform/new-id.ts';
import type { JobHandler } from '../../platform/queue/job-definition.ts';
import { JobHopeless, JobSkipped } from '../../platform/queue/job-endings.ts';
import { insertFile } from '../../platform/storage/file-rows.ts';
import type { FileStore } from '../../platform/storage/file-store.ts';
import { localFile, withFolder } from '../../platform/storage/local-file.ts';
import type { ResourceIntakeService } from '../resource/resource-intake.service.ts';
import { inspectFile, type Seen } from './inspect-file.ts';
import { findVersionFile, type VersionFile } from './version-file.repository.ts';

export type InspectionParts = { fileStore: FileStore; intake: ResourceIntakeService; run: RunSandboxed };

/** Looks at a version's file: how long, how large, how many pages, what it says of itself, and a small picture of it. */
export function inspectVersion({ fileStore, intake, run }: InspectionParts): JobHandler {
  return async (job, { db, signal, log }) => {
    const version = await findVersionFile(db, String(job.input.versionId));
    if (!version) throw new JobSkipped('The version is gone.');
    const { seen, stored } = await withFolder(async (folder) => {
      const seen = await look(version, folder);
      return {
        seen,
        stored: seen.thumbnail ? await fileStore.write(createReadStream(seen.thumbnail), { signal }) : null,
      };
    });
    log(`Looked at ${version.format}: ${version.size_bytes} bytes.`);
    const { thumbnail: _, ...facts } = seen;
    return {
      save: async (transaction) => {
        const fileId = newId();
        if (stored) {
          const file = { ...stored, id: fileId, name: 'thumbnail.webp', contentType: 'image/webp', createdBy: null };
          await insertFile(transaction, file);
        }
        await intake.inspected(transaction, version.id, { ...facts, ...(stored && { thumbnailFileId: fileId }) });
      },
    };

    async function look(wanted: VersionFile, folder: string): Promise<Seen> {
      try {
        const file = await localFile(fileStore, wanted.store_key, folder, signal);
        return await inspectFile(run, { kind: wanted.kind, format: wanted.format, file, folder }, signal);
      } catch (error) {
        signal.throwIfAborted();
        const itself =
          error instanceof InspectionFailure || (error instanceof SandboxFailure && error.kind !== 'start');
        throw itself ? new JobHopeless(error.message, { cause: error }) : error;
      }
    }
  };
}
