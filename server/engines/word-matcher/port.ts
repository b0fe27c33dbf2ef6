/** Raise it when the rules change: items scanned by older rules are scanned again. */
export const matcherRules = 2;

export type MatchMode = 'exact' | 'contains' | 'wildcard';

/** A word of the library. Empty `sources` and `kinds` mean all. */
export type MatcherWord = {
  id: string;
  text: string;
  mode: MatchMode;
  /** Whether disguises beyond case, width and script are undone too. */
  variants: boolean;
  language: string | null;
  sources: readonly string[];
  kinds: readonly string[];
  /** Within one of these phrases the word does not count. */
  exceptions: readonly string[];
  /** Doubtful places are left out. */
  skipDoubtful?: boolean;
};

/** The scope of a text; a missing field restricts nothing. */
export type TextContext = { source?: string; kind?: string; language?: string | null };

/** In the order in which they are shown. */
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
  /** The disguises that were undone. */
  variant: Disguise[];
  /** Likely false: crosses word boundaries, or a short word looks disguised as innocent text often does. */
  doubtful: boolean;
};
