import type { Box } from '../pdf/port.ts';

/** A paragraph, heading, list item or table row: the unit of search results. */
export type TextBlock = {
  text: string;
  /** Preview page, counted from 1; null for text that is on no page, such as speaker notes. */
  page: number | null;
  box: Box | null;
  heading?: number;
  slide?: number;
  sheet?: string;
};

export type DocumentText = {
  /** In reading order. */
  blocks: TextBlock[];
  title: string | null;
  /** Whether text was dropped because the document exceeds the limits. */
  isCut: boolean;
  /** A rewritten file for LibreOffice to render, for formats it can't open, or not safely. */
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

/** A reader's output, before it is cut to the limits and placed on pages. */
export type Reading = {
  drafts: Iterable<Draft>;
  title?: string;
  drawAs?: 'txt' | 'html' | 'csv';
  /** The whole text, line by line. */
  plain?: string;
};

/** About ten long novels. */
export const mostCharacters = 10_000_000;
export const mostBlocks = 200_000;
/** A book written as one paragraph is still split into pieces that can be shown. */
export const longestBlock = 20_000;

type ReadProblemCode = 'damaged' | 'protected' | 'tooLarge' | 'empty' | 'unsupported';

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
