import { listLibraries } from '@lectern/contract/features/library.ts';
import {
  announceUploads,
  type duplicateChoices,
  listUploads,
  settleDuplicate,
  type UploadRow,
} from '@lectern/contract/features/upload.ts';
import { call } from '../../../lib/api-client.ts';
import type { UploadBatch } from '../../../lib/uploads.ts';
import { dismiss, listDismissed } from '../left-mark.ts';
import { cancelSending, type SendHandlers, type Sending, sendFile } from './send-file.ts';

export type BatchFacts = Omit<UploadBatch, 'files'>;
/** `needsLanguage`: it holds recordings, and the library has no default language. */
export type BatchQuestion = BatchFacts & { needsLanguage: boolean };
export type DuplicateChoice = (typeof duplicateChoices)[number];
type AnnouncedFile = { id: string; fileName: string; relativePath: string; sizeBytes: number };

export type BatchLanguage = NonNullable<UploadBatch['language']> | null;

/** Everything the engine needs from outside, so that tests can replace it. */
export type UploadCalls = {
  announce(batch: BatchFacts, files: readonly AnnouncedFile[]): Promise<UploadRow[]>;
  /** Default language of the library; null when it has none. */
  defaultLanguage(libraryId: string): Promise<BatchLanguage>;
  list(query: { batchId?: string; after?: string }): Promise<{ rows: UploadRow[]; more: boolean }>;
  settle(id: string, choice: DuplicateChoice): Promise<UploadRow>;
  cancel(id: string): Promise<void>;
  /** Ended uploads that the user has removed from the list. */
  dismissed(): ReadonlySet<string>;
  dismiss(ids: readonly string[]): void;
  send(id: string, file: File, fresh: boolean, handlers: SendHandlers): Sending;
};

export const realCalls: UploadCalls = {
  announce: ({ asksDetails: _, ...batch }, files) =>
    call(announceUploads, { body: { ...batch, files: [...files] } }, { quiet: true }),
  defaultLanguage: async (libraryId) => {
    const libraries = await call(listLibraries, { query: { ids: libraryId } }, { quiet: true });
    return libraries.find(({ id }) => id === libraryId)?.defaultLanguage ?? null;
  },
  list: (query) => call(listUploads, { query }, { quiet: true }),
  settle: (id, choice) => call(settleDuplicate, { params: { id }, body: { choice } }),
  cancel: cancelSending,
  dismissed: listDismissed,
  dismiss,
  send: sendFile,
};
