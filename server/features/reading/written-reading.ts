import type { Reading, ReadingPart } from '@lectern/contract/features/reading.ts';

export type PagePicture = { jpeg: Buffer; width: number; height: number };

/** What is written to a file: a text with its parts as they come. */
export type Written = {
  title: string;
  reading: Reading;
  parts: AsyncIterable<ReadingPart>;
  /** What a page looks like, for files that show it. */
  picture?(page: number): Promise<PagePicture | undefined>;
};
