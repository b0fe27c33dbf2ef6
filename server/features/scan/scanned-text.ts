import type { ItemType, ScanSource } from '@lectern/contract/features/scan.ts';

/** Left, top, width, height as fractions of the page. */
export type Box = readonly [number, number, number, number];

/** Where a text stands in its resource. */
export type Place = {
  page: number | null;
  box: Box | null;
  startMs: number | null;
  endMs: number | null;
};

/** One piece of text of a resource: a passage, a tag, the name of the file, a note. */
export type ScannedText = Place & {
  source: ScanSource;
  /** In the order of reading within its source. */
  position: number;
  text: string;
  language: string | null;
  /** Of passages: their row, and the reading they are from. */
  passageId: number | null;
  readingId: string | null;
  /** As the index of texts knows it: as it is written, and what it reads as besides. */
  folded: string;
  variants: string;
  noteId: string | null;
};

/** What of a resource, or of another item, decides about its hits besides its texts. */
export type ScannedResource = {
  id: string;
  kind: string;
  state: string;
  versionId: string | null;
  /** null: a resource. */
  type: ItemType | null;
};
