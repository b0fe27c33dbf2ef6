/** Raise it when other places are found in the same text: what was scanned by older rules is scanned again. */
export const matcherRules = 2;

export type MatchMode = 'exact' | 'contains' | 'wildcard';

/** A word as somebody listed it. Empty `sources` and `kinds` mean all of them. */
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

/** What is known of a text; what is left out restricts nothing. */
export type TextContext = { source?: string; kind?: string; language?: string | null };

/** In the order in which they are told. */
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

export type Found = {
  wordId: string;
  /** UTF-16 offsets in the text as it was given. */
  start: number;
  end: number;
  pass: 'strict' | 'loose';
  /** The disguises that were undone. */
  variant: Disguise[];
  /** It joins parts of neighbouring words, or a short word is disguised as innocent text often is: it may not be meant. */
  doubtful: boolean;
};
