import type { Readable } from 'node:stream';

export type StoredFile = { storeKey: string; sizeBytes: number; sha256: Buffer };
/** Both ends included, as in HTTP ranges. */
export type ByteRange = { start: number; end: number };
export type OpenedFile = { stream: Readable; sizeBytes: number };
export type WriteOptions = {
  signal?: AbortSignal;
  /** More than this is refused with tooLarge. */
  maxBytes?: number;
  /** When it is known beforehand: refused at once if it does not fit. */
  expectedBytes?: number;
};

/** Keeps files that never change. A file is there in full, or not at all; its key is made here and by nobody else. */
export interface FileStore {
  write(source: Readable, options?: WriteOptions): Promise<StoredFile>;
  /** `sizeBytes` is the whole file's, whatever the range. Throws notFound. */
  open(storeKey: string, range?: ByteRange): Promise<OpenedFile>;
  sizeOf(storeKey: string): Promise<number | null>;
  /** A file that is gone already is no failure. */
  remove(storeKey: string): Promise<void>;
  /** Keys stored before the instant, for finding files that no row names. */
  listStoredBefore(instant: Date): AsyncIterable<string>;
  /** Removes what interrupted writes left; returns how many. */
  removeAbandonedWrites(before: Date): Promise<number>;
  space(): Promise<{ path: string; freeBytes: number; totalBytes: number }>;
}
