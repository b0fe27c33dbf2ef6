import type { Box } from '../pdf/port.ts';

/** A paragraph, heading, list item or table row: the unit of search results. */
export type TextBlock = {
  text: string;
  /** Of the preview, from 1; null where it stands on none, such as the notes of a speaker. */
  page: number | null;
  box: Box | null;
  heading?: number;
  slide?: number;
  sheet?: string;
};

export type DocumentText = {
  /** In the order in which people read it. */
  blocks: TextBlock[];
  title: string | null;
  /** There was more than is kept. */
  isCut: boolean;
  /** A rewritten file for LibreOffice to draw, for formats that it cannot open or not safely. */
  drawable: { file: string; format: 'txt' | 'html' | 'csv' } | null;
};

/** One block as a reader yields it; `cells` and `item` only matter for `drawable`. */
export type Draft = {
  text: string;
  heading?: number;
  slide?: number;
  sheet?: string;
  cells?: string[];
  item?: boolean;
};

/** The result of a reader, before it is cut and placed on pages. */
export type Reading = {
  drafts: Iterable<Draft>;
  title?: string;
  drawAs?: 'txt' | 'html' | 'csv';
  /** The whole as it stands, line by line. */
  plain?: string;
};

/** Ten long novels. */
export const mostCharacters = 10_000_000;
export const mostBlocks = 200_000;
/** A book in one paragraph is still cut into pieces that can be shown. */
export const longestBlock = 20_000;

type ReadProblemCode = 'damaged' | 'protected' | 'tooLarge' | 'empty' | 'unsupported';

/** Why a reader gives up. */
export class ReadProblem extends Error {
  readonly code: ReadProblemCode;

  constructor(code: ReadProblemCode, message: string) {
    super(message);
    this.name = 'ReadProblem';
    this.code = code;
  }
}

export const textEngine = 'lectern-text';
export const textEngineVersion = '1';
