import { buffer } from 'node:stream/consumers';
import type { FilePart } from '../../engines/file-kind/port.ts';
import type { FileStore } from '../../platform/storage/file-store.ts';

/** A stored file as engines look at it: any part of it, and no more than that. */
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
