import type { ReadingLine } from '@lectern/contract/features/reading.ts';

export type TimedLine = Pick<ReadingLine, 'text' | 'confidence' | 'box' | 'words'>;
/** Nothing: it failed, and why. */
export type Recognised = { lines: TimedLine[]; cause: string | null; seconds: number };

/** What reads and listens, whether the engines by themselves or the whole product. */
export type Recogniser = {
  /** As in “through the product”. */
  name: string;
  /** In the order of the files. */
  read(files: readonly string[], onRead: (at: number, read: Recognised) => void): Promise<void>;
  hear(files: readonly string[], onHeard: (at: number, heard: Recognised) => void): Promise<void>;
  close(): Promise<void>;
};
