import type { Reading, ReadingPart } from '@lectern/contract/features/reading.ts';

/** What is written to a file: a text with its parts as they come. */
export type Written = { title: string; reading: Reading; parts: AsyncIterable<ReadingPart> };
