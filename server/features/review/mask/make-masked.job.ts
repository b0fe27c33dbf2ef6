import type { JobHandler } from '../../../platform/queue/job-definition.ts';
import { JobSkipped } from '../../../platform/queue/job-endings.ts';
import type { FileStore } from '../../../platform/storage/file-store.ts';

export type MaskParts = { fileStore: FileStore };

export function makeMasked(_parts: MaskParts): JobHandler {
  return async () => {
    throw new JobSkipped('Nothing is covered.');
  };
}
