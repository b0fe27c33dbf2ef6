import type { ResourceFields } from '@lectern/contract/features/resource.ts';
import type { duplicateRules, UploadRow } from '@lectern/contract/features/upload.ts';
import { uuid } from './random-id.ts';
import { createStore } from './store.ts';

/** A file with the folder it lay in, such as `Week 1/Slides`; empty for a file that was chosen by itself. */
export type UploadFile = { file: File; relativePath: string };

type UploadOrder = {
  files: readonly (File | UploadFile)[];
  libraryId: string;
  folderId?: string | null;
  /** The resource that gets the file as its new version; takes exactly one file. */
  replacesId?: string | null;
  /** What becomes of a file that is there already. Without a word the person is asked. */
  onDuplicate?: (typeof duplicateRules)[number];
};

/** An order as the tray takes it. */
export type UploadBatch = {
  batchId: string;
  files: readonly UploadFile[];
  libraryId: string;
  folderId: string | null;
  replacesId: string | null;
  onDuplicate: (typeof duplicateRules)[number];
  /** null: none, or one that isn’t listed. Without it the library’s default applies. */
  language?: ResourceFields['language'];
};

/** Orders that the tray has not taken yet: it is loaded with the first one. */
export const uploadOrders = createStore<readonly UploadBatch[]>([]);
const listeners = new Set<(upload: UploadRow) => void>();

/** Puts files into the queue of the tray, which sends them whatever page one goes to. Answers with the batch's id. */
export function startUpload(order: UploadOrder): string {
  const batchId = uuid();
  if (order.files.length === 0) return batchId;
  const files = order.files.map((entry) => (entry instanceof File ? { file: entry, relativePath: '' } : entry));
  const { libraryId, folderId = null, replacesId = null, onDuplicate = 'ask' } = order;
  uploadOrders.update((waiting) => [
    ...waiting,
    { batchId, files, libraryId, folderId, replacesId, onDuplicate: replacesId ? 'keep_both' : onDuplicate },
  ]);
  return batchId;
}

/** Hears of uploads of this window that came to their end: `done`, `refused` or `cancelled`. */
export function onUploadEnd(listener: (upload: UploadRow) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** For the tray alone. */
export function tellUploadEnd(upload: UploadRow): void {
  for (const listener of [...listeners]) listener(upload);
}
