import { compileWords, judgeWord, type WordProblem } from '../../engines/word-matcher/compile-words.ts';
import { wordKey } from '../../engines/word-matcher/word-key.ts';
import type { WordJudge, WordRefusal } from './word-judge.ts';

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
