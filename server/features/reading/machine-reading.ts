import type { ReadingPart, ReadingSource } from '@lectern/contract/features/reading.ts';

/** What a machine read from a version. */
export type MachineReading = {
  resourceId: string;
  versionId: string;
  source: ReadingSource;
  /** Of the file that was read. */
  sha256: Buffer;
  /** Its name and version. */
  engine: string;
  options: Record<string, unknown>;
  /** As the text itself tells, or as it was declared. */
  language: string | null;
  /** The sound may be in another language: nothing is made of the text until someone has checked it. */
  languageDoubt?: boolean;
  parts: readonly ReadingPart[];
};

/** How a reading was kept. */
export type KeptReading = {
  id: string;
  /** false: somebody edited the text of this very file, and theirs stays. */
  current: boolean;
  withheld: boolean;
  confidence: number | null;
  doubtful: number;
  characters: number;
};
