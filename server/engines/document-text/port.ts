import type { Box } from '../pdf/port.ts';

/** A paragraph, a heading, an item, a row of a table: what is found and shown as one. */
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
  /** The same made anew as something that LibreOffice can draw, where it would not, or not safely. */
  drawable: { file: string; format: 'txt' | 'html' | 'csv' } | null;
};

/** How a reader tells what it finds; `cells` and `item` only matter to what is drawn anew. */
export type Draft = {
  text: string;
  heading?: number;
  slide?: number;
  sheet?: string;
  cells?: string[];
  item?: boolean;
};

/** What a reader answers, before it is cut and placed. */
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
