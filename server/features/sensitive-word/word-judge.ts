import type { WordMode } from '@lectern/contract/features/sensitive-word.ts';

/** Why a word is none that could be looked for. */
export type WordRefusal = 'nothingToMatch' | 'onlyWildcards';

type JudgedText = { key: string } | { refusal: WordRefusal };

/** The rules of the matcher, which alone knows what it can look for and which spellings it takes for the same. */
export type WordJudge = {
  judge(text: string, mode: WordMode): JudgedText;
  /** Whether the phrase has the word in it, and something besides. */
  isException(word: { text: string; mode: WordMode; variants: boolean }, phrase: string): boolean;
};
