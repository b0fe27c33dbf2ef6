import type { ResourceFields } from '@lectern/contract/features/resource.ts';
import type { duplicateRules, SharedUploadFields, UploadRow } from '@lectern/contract/features/upload.ts';
import { uuid } from './random-id.ts';
import { createStore } from './store.ts';

/** A file with its folder path, such as `Week 1/Slides`; empty for a file chosen individually. */
export type UploadFile = { file: File; relativePath: string };

type UploadOrder = {
  files: readonly (File | UploadFile)[];
  libraryId: string;
  folderId?: string | null;
  /** The resource that gets the file as a new version; allows exactly one file. */
  replacesId?: string | null;
  /** What to do when the file already exists; by default the user is asked. */
  onDuplicate?: (typeof duplicateRules)[number];
  /** Asks for metadata before anything is sent. */
  asksDetails?: boolean;
};

/** An order with all defaults filled in. */
export type UploadBatch = {
  batchId: string;
  files: readonly UploadFile[];
  libraryId: string;
  folderId: string | null;
  replacesId: string | null;
  onDuplicate: (typeof duplicateRules)[number];
  /** Null means no speech or an unlisted language; undefined means the library's default applies. */
  language?: ResourceFields['language'];
  /** For all new resources of the batch. */
  metadata?: SharedUploadFields;
  asksDetails?: boolean;
};

/** Orders that the tray hasn't taken yet; it loads with the first one. */
export const uploadOrders = createStore<readonly UploadBatch[]>([]);
const listeners = new Set<(upload: UploadRow) => void>();

/** Queues files in the upload tray, which keeps sending when the page changes; returns the batch id. */
export function startUpload(order: UploadOrder): string {
  const batchId = uuid();
  if (order.files.length === 0) return batchId;
  const files = order.files.map((entry) => (entry instanceof File ? { file: entry, relativePath: '' } : entry));
  const { libraryId, folderId = null, replacesId = null, onDuplicate = 'ask', asksDetails = false } = order;
  uploadOrders.update((waiting) => [
    ...waiting,
    {
      ...{ batchId, files, libraryId, folderId, replacesId, onDuplicate: replacesId ? 'keep_both' : onDuplicate },
      ...(asksDetails && { asksDetails }),
    },
  ]);
  return batchId;
}

/** Calls the listener when an upload of this window ends: `done`, `refused` or `cancelled`. */
export function onUploadEnd(listener: (upload: UploadRow) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Called only by the upload tray. */
export function announceUploadEnd(upload: UploadRow): void {
  for (const listener of [...listeners]) listener(upload);
}
