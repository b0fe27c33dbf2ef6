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

/** A file that comes in pieces, over many requests and across restarts. `storeKey` is where it is once it is whole. */
export type Assembly = {
  storeKey: string;
  /** What the store needs besides; means nothing to anybody else. */
  token: string;
};
export type AppendOptions = {
  /** Ends the source; what came before stays. */
  signal: AbortSignal;
  /** More than this is refused with tooLarge. */
  maxBytes: number;
  /** Hears of every offset that would survive a power cut. */
  onDurable?(offsetBytes: number): void;
};
export type Appended = {
  offsetBytes: number;
  /** Why the source ended before its end, if it did. */
  cut: unknown;
};

/** Keeps files that never change. A file is there in full, or not at all; its key is made here and by nobody else. */
export interface FileStore {
  write(source: Readable, options?: WriteOptions): Promise<StoredFile>;
  /** `sizeBytes` is the whole file's, whatever the range. Throws notFound. */
  open(storeKey: string, range?: ByteRange): Promise<OpenedFile>;
  beginAssembly(): Promise<Assembly>;
  /** How many bytes are there; null: nothing is left of it, or it is whole and in its place. */
  assembledBytes(assembly: Assembly): Promise<number | null>;
  /** Takes the whole stream. The caller ensures that it is the only writer. Throws offsetDiffers, storageFull. */
  append(assembly: Assembly, offsetBytes: number, source: Readable, options: AppendOptions): Promise<Appended>;
  /** Puts a whole file into its place. May be asked again after a crash: it is the same file then. */
  finishAssembly(assembly: Assembly): Promise<StoredFile>;
  abandonAssembly(assembly: Assembly): Promise<void>;
  /** Assemblies that nobody wrote to since the instant, for finding those that no row names. */
  listAssembliesBefore(instant: Date): AsyncIterable<Assembly>;
  sizeOf(storeKey: string): Promise<number | null>;
  /** Where programs can read it as it is; null: it must be fetched first. */
  localPath(storeKey: string): string | null;
  /** A file that is gone already is no failure. */
  remove(storeKey: string): Promise<void>;
  /** Keys stored before the instant, for finding files that no row names. */
  listStoredBefore(instant: Date): AsyncIterable<string>;
  /** Removes what interrupted writes left; returns how many. */
  removeAbandonedWrites(before: Date): Promise<number>;
  /** null: the store knows no end. */
  space(): Promise<{ path: string; freeBytes: number; totalBytes: number } | null>;
  /** Throws storageFull when so much would not leave the space that must stay free. */
  assertSpace(expectedBytes: number): Promise<void>;
}
