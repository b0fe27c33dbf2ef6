import { DIGIT, LETTER, UNSPACED } from './character-class.ts';
import { after, looseClassAt } from './loose-characters.ts';
import type { MatchMode } from './matcher-word.ts';

export const longestWord = 200;
const fewestBesideWildcards = 2;
const mostStars = 4;

/** Why a word cannot be listed. */
export type WordProblem =
  | 'empty'
  | 'tooLong'
  | 'onlySigns'
  | 'onlyWildcards'
  | 'tooFewLetters'
  | 'tooManyWildcards'
  | 'brokenCharacter';

/** What is wrong with a word, or nothing. */
export function judgeWord(text: string, mode: MatchMode): WordProblem | undefined {
  const trimmed = text.trim();
  if (trimmed.length === 0) return 'empty';
  if (trimmed.length > longestWord) return 'tooLong';
  if (!trimmed.isWellFormed() || trimmed.includes('\0')) return 'brokenCharacter';
  const literal = mode === 'wildcard' ? trimmed.replace(/[*?]/g, '') : trimmed;
  if (literal.trim().length === 0) return 'onlyWildcards';
  const letters = countLetters(literal);
  if (letters === 0) return 'onlySigns';
  if (mode !== 'wildcard' || literal === trimmed) return undefined;
  if (letters < fewestBesideWildcards) return 'tooFewLetters';
  return (trimmed.match(/\*+/g) ?? []).length > mostStars ? 'tooManyWildcards' : undefined;
}

/** No more than matter are counted. */
function countLetters(text: string): number {
  let letters = 0;
  for (let at = 0; at < text.length && letters < fewestBesideWildcards; at = after(text, at)) {
    const kind = looseClassAt(text, at);
    if (kind === LETTER || kind === DIGIT || kind === UNSPACED) letters += 1;
  }
  return letters;
}
