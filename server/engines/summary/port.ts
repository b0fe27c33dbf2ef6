/** A piece of text in the order of reading, as it was found: a paragraph, a heading, something that was said. */
export type TextBlock = {
  text: string;
  /** 1 to 6. */
  heading?: number;
  page?: number;
  startMs?: number;
  endMs?: number;
};

export type SummaryWish = {
  blocks: readonly TextBlock[];
  /** What the text is called: words of it weigh more. */
  title?: string;
  sentences: number;
};

/** Where something stands: the numbers of blocks, from 0. */
type ExtractedSentence = { text: string; blocks: number[] };
export type ExtractedTitle = { title: string; level: number; block: number };
export type ExtractedChapter = { title: string; startMs: number };

export type Extract = {
  sentences: ExtractedSentence[];
  outline: ExtractedTitle[];
  keywords: string[];
  chapters: ExtractedChapter[];
};

/** A sentence and the sources that its author cites. */
export type Claim = { text: string; blocks?: readonly number[] };
/** What it rests on, and whether that is enough. */
export type Support = { blocks: number[]; supported: boolean };

export interface SummaryEngine {
  extract(wish: SummaryWish, signal: AbortSignal): Promise<Extract>;
  /** In the order of the claims. */
  support(blocks: readonly TextBlock[], claims: readonly Claim[], signal: AbortSignal): Promise<Support[]>;
  close(): Promise<void>;
}
