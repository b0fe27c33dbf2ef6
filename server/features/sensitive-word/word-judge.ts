import type { WordMode } from '@lectern/contract/features/sensitive-word.ts';
import { compileWords, judgeWord, type WordProblem } from '../../engines/word-matcher/compile-words.ts';
import { wordKey } from '../../engines/word-matcher/word-key.ts';

/** Why a word is none that could be looked for. */
type WordRefusal = 'nothingToMatch' | 'onlyWildcards';

type JudgedText = { key: string } | { refusal: WordRefusal };

/** The rules of the matcher, which alone knows what it can look for and which spellings it takes for the same. */
export type WordJudge = {
  judge(text: string, mode: WordMode): JudgedText;
  /** Whether the phrase has the word in it, and something besides. */
  isException(word: { text: string; mode: WordMode; variants: boolean }, phrase: string): boolean;
};

const refusals: Record<WordProblem, WordRefusal> = {
  empty: 'nothingToMatch',
  tooLong: 'nothingToMatch',
  onlySigns: 'nothingToMatch',
  brokenCharacter: 'nothingToMatch',
  onlyWildcards: 'onlyWildcards',
  tooFewLetters: 'onlyWildcards',
  tooManyWildcards: 'onlyWildcards',
};

/** The matcher as the judge of what is listed. */
export const matcherJudge: WordJudge = {
  judge(text, mode) {
    const found = judgeWord(text, mode);
    return found === undefined ? { key: wordKey(text, mode) } : { refusal: refusals[found] };
  },
  isException({ text, mode, variants }, phrase) {
    if (judgeWord(phrase, 'exact') !== undefined) return false;
    const word = { id: 'word', text, mode, variants, language: null, sources: [], kinds: [], exceptions: [] };
    const found = compileWords([word]).find(phrase);
    return found.some(({ start, end }) => end - start < phrase.trim().length);
  },
};
