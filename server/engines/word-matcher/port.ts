/** Increase this when the matching rules change, so that items scanned under older rules are scanned again. */
export const matcherRules = 2;

export type MatchMode = 'exact' | 'contains' | 'wildcard';

/** A word of the library. Empty `sources` or `kinds` means all of them. */
export type MatcherWord = {
  id: string;
  text: string;
  mode: MatchMode;
  /** Whether to detect disguises beyond case, width and script. */
  variants: boolean;
  language: string | null;
  sources: readonly string[];
  kinds: readonly string[];
  /** The word doesn't count inside any of these phrases. */
  exceptions: readonly string[];
  /** Drop likely false matches of this word. */
  ignoreLikelyFalse?: boolean;
};

/** Where a text comes from; a missing field restricts nothing. */
export type TextContext = { source?: string; kind?: string; language?: string | null };

/** In display order. */
export const disguises = [
  'case',
  'width',
  'traditional',
  'lineBreak',
  'separators',
  'zeroWidth',
  'marks',
  'letters',
  'lookalikes',
  'accents',
  'leet',
  'repeats',
] as const;

export type Disguise = (typeof disguises)[number];

export type WordMatch = {
  wordId: string;
  /** UTF-16 offsets in the original text. */
  start: number;
  end: number;
  pass: 'strict' | 'loose';
  /** The disguises that were undone to find the match. */
  variant: Disguise[];
  /** Likely false: the match crosses word boundaries, or is a short word whose disguise could be ordinary text. */
  likelyFalse: boolean;
};
