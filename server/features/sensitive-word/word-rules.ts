import type { WordMode } from '@lectern/contract/features/sensitive-word.ts';
import { compileWords, judgeWord, type WordProblem } from '../../engines/word-matcher/compile-words.ts';
import { wordKey } from '../../engines/word-matcher/word-key.ts';

/** Why a text can't be a sensitive word. */
type WordRefusal = 'nothingToMatch' | 'onlyWildcards';

type JudgedText = { key: string } | { refusal: WordRefusal };

/** The matcher's rules: only it knows what it can search for and which spellings it treats as the same word. */
export type WordRules = {
  judge(text: string, mode: WordMode): JudgedText;
  /** Whether the phrase contains the word and more than just the word. */
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

export const matcherRules: WordRules = {
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
