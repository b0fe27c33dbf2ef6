import type { Readable } from 'node:stream';

export type StoredFile = { storeKey: string; sizeBytes: number; sha256: Buffer };
/** Both ends inclusive, as in HTTP ranges. */
export type ByteRange = { start: number; end: number };
export type OpenedFile = { stream: Readable; sizeBytes: number };
export type WriteOptions = {
  signal?: AbortSignal;
  /** Larger files are refused with tooLarge. */
  maxBytes?: number;
  /** Size if known in advance; refused at once if it doesn't fit. */
  expectedBytes?: number;
};

/** A file uploaded in pieces, over many requests and across restarts. `storeKey` is its key once complete. */
export type Assembly = {
  storeKey: string;
  /** Opaque state of the store. */
  token: string;
};
export type AppendOptions = {
  /** Aborting stops reading the source; bytes received so far are kept. */
  signal: AbortSignal;
  /** More bytes are refused with tooLarge. */
  maxBytes: number;
  /** Called with each offset that would survive a power cut. */
  onDurable?(offsetBytes: number): void;
};
export type Appended = {
  offsetBytes: number;
  /** Why the source was cut off; undefined when it ended normally. */
  cut: unknown;
};

/** Stores immutable files. A file is either complete or absent, and only the store creates keys. */
export interface FileStore {
  write(source: Readable, options?: WriteOptions): Promise<StoredFile>;
  /** `sizeBytes` is the size of the whole file, whatever the range. Throws notFound. */
  open(storeKey: string, range?: ByteRange): Promise<OpenedFile>;
  beginAssembly(): Promise<Assembly>;
  /** Bytes received so far; null when the assembly is gone or already complete. */
  assembledBytes(assembly: Assembly): Promise<number | null>;
  /** Reads the whole stream. The caller ensures that it is the only writer. Throws offsetDiffers, storageFull. */
  append(assembly: Assembly, offsetBytes: number, source: Readable, options: AppendOptions): Promise<Appended>;
  /** Moves a completed file into place. Safe to repeat after a crash; the result is the same file. */
  finishAssembly(assembly: Assembly): Promise<StoredFile>;
  abandonAssembly(assembly: Assembly): Promise<void>;
  /** Assemblies not written to since the instant, for finding those that no row references. */
  listAssembliesBefore(instant: Date): AsyncIterable<Assembly>;
  sizeOf(storeKey: string): Promise<number | null>;
  /** Path where programs can read the file directly; null when it must be fetched first. */
  localPath(storeKey: string): string | null;
  /** Removing a missing file is not an error. */
  remove(storeKey: string): Promise<void>;
  /** Keys stored before the instant, for finding files that no row references. */
  listStoredBefore(instant: Date): AsyncIterable<string>;
  /** Removes leftovers of interrupted writes; returns how many. */
  removeAbandonedWrites(before: Date): Promise<number>;
  /** null when the store has no known capacity. */
  space(): Promise<{ path: string; freeBytes: number; totalBytes: number } | null>;
  /** Throws storageFull if this many bytes would use up the reserved free space. */
  assertSpace(expectedBytes: number): Promise<void>;
}
