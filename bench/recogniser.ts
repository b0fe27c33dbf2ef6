import type { ReadingLine } from '@lectern/contract/features/reading.ts';

export type TimedLine = Pick<ReadingLine, 'text' | 'confidence' | 'box' | 'words'>;
/** `cause` says why it failed; null on success. */
export type Recognised = { lines: TimedLine[]; cause: string | null; seconds: number };

/** Reads pictures and transcribes recordings, either with the engines alone or through the whole product. */
export type Recogniser = {
  /** For the report, as in “through the product”. */
  name: string;
  /** `onRead` is called in the order of the files. */
  read(files: readonly string[], onRead: (at: number, read: Recognised) => void): Promise<void>;
  hear(files: readonly string[], onHeard: (at: number, heard: Recognised) => void): Promise<void>;
  close(): Promise<void>;
};
