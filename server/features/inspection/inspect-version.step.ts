import { createReadStream } from 'node:fs';
import type { RunSandboxed } from '../../engines/sandbox/port.ts';
import { newId } from '../../platform/new-id.ts';
import { packageVersion, productVersion } from '../../platform/product-version.ts';
import { insertFile } from '../../platform/storage/file-rows.ts';
import type { FileStore } from '../../platform/storage/file-store.ts';
import { localFile, withFolder } from '../../platform/storage/local-file.ts';
import type { EngineNames } from '../machine-work/engine-names.ts';
import type { StepHandler, StepVersion } from '../machine-work/step.ts';
import type { ResourceIntakeService } from '../resource/resource-intake.service.ts';
import { inspectFile } from './inspect-file.ts';

export type InspectionParts = {
  fileStore: FileStore;
  intake: ResourceIntakeService;
  run: RunSandboxed;
  engines: Pick<EngineNames, 'require'>;
};

/** Looks at a version's file: how long, how large, how many pages, what it says of itself, and a small picture of it. */
export function inspectVersion({ fileStore, intake, run, engines }: InspectionParts): StepHandler {
  return async ({ version, use }, { signal, log }) => {
    const engine = await engineFor(version);
    await use(engine);
    const { seen, stored } = await withFolder(async (folder) => {
      const file = await localFile(fileStore, version.storeKey, folder, signal);
      const seen = await inspectFile(run, { kind: version.kind, format: version.format, file, folder }, signal);
      return {
        seen,
        stored: seen.thumbnail ? await fileStore.write(createReadStream(seen.thumbnail), { signal }) : null,
      };
    });
    log(`Looked at ${version.format}: ${version.sizeBytes} bytes.`);
    const { thumbnail: _, ...facts } = seen;
    return {
      engine,
      ...(stored && { stored: [stored.storeKey] }),
      save: async (transaction) => {
        const fileId = newId();
        if (stored) {
          const file = { ...stored, id: fileId, name: 'thumbnail.webp', contentType: 'image/webp', createdBy: null };
          await insertFile(transaction, file);
        }
        await intake.inspected(transaction, version.id, { ...facts, ...(stored && { thumbnailFileId: fileId }) });
        return undefined;
      },
    };
  };

  function engineFor({ kind, format }: StepVersion): Promise<string> | string {
    if (kind === 'video' || kind === 'audio' || format === 'bmp') return engines.require('ffprobe');
    if (kind === 'image') return `sharp ${packageVersion('sharp')}`;
    return format === 'pdf' ? engines.require('pdftoppm') : `Lectern ${productVersion}`;
  }
}
