/** A piece of text in reading order: a paragraph, a heading or a transcript segment. */
export type TextBlock = {
  text: string;
  /** 1–6; absent if it isn't a heading. */
  heading?: number;
  page?: number;
  startMs?: number;
  endMs?: number;
};

export type SummaryWish = {
  blocks: readonly TextBlock[];
  /** The document's title; sentences that share its words score higher. */
  title?: string;
  sentences: number;
};

/** `blocks` are indexes into the input, from 0. */
type ExtractedSentence = { text: string; blocks: number[] };
export type ExtractedTitle = { title: string; level: number; block: number };
export type ExtractedChapter = { title: string; startMs: number };

export type Extract = {
  sentences: ExtractedSentence[];
  outline: ExtractedTitle[];
  keywords: string[];
  chapters: ExtractedChapter[];
};

/** A sentence with the blocks its author cites as sources. */
export type Claim = { text: string; blocks?: readonly number[] };
/** The blocks that back a claim, and whether they are sufficient. */
export type Support = { blocks: number[]; supported: boolean };

export interface SummaryEngine {
  extract(wish: SummaryWish, signal: AbortSignal): Promise<Extract>;
  /** Results in the order of the claims. */
  support(blocks: readonly TextBlock[], claims: readonly Claim[], signal: AbortSignal): Promise<Support[]>;
  close(): Promise<void>;
}
