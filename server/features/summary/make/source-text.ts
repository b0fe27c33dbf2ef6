import type { SummaryPlace } from '@lectern/contract/features/summary-content.ts';
import type { TextBlock } from '../../../engines/summary/port.ts';

export type Box = [number, number, number, number];

export type SourcePassage = { text: string; place: SummaryPlace; heading?: number };

/** Everything that was read of a resource, and what tells whether it is another by now. */
export type SourceText = {
  title: string;
  versionId: string;
  hash: Buffer;
  language: string | null;
  passages: SourcePassage[];
};

export function blocksOf({ passages }: Pick<SourceText, 'passages'>): TextBlock[] {
  return passages.map(({ text, place, heading }) => ({
    text,
    ...(heading !== undefined && { heading }),
    ...(place.page !== null && { page: place.page }),
    ...(place.startMs !== null && { startMs: place.startMs }),
    ...(place.endMs !== null && { endMs: place.endMs }),
  }));
}

/** The places of blocks; numbers that are none are passed by. */
export function placesOf({ passages }: Pick<SourceText, 'passages'>, blocks: readonly number[]): SummaryPlace[] {
  return blocks.flatMap((block) => passages[block]?.place ?? []);
}
