import { foldText, isWide } from './fold-text.ts';

/** So many words of a text are searched for; the rest would only cost. */
const mostWords = 8;
/** As the database's text_terms cuts them. */
const longestTerm = 40;

/** What somebody looks for in texts: words, folded; all of them must stand in one passage. */
export function passageWords(text: string): string[] {
  const words = foldText(text).folded.split(' ').filter(Boolean);
  return [...new Set(words)].slice(0, mostWords);
}

/** The piece of a folded text that shows that it has the word: letters at the beginning of a word, others anywhere. */
export function pieceOf(word: string): string {
  return isWide(word) ? word : ` ${word}`;
}

/** Whether the index knows only terms that begin with the word. */
export function isBeginning(word: string): boolean {
  return !isWide(word) || [...word].length === 1;
}

/** Whether what the index has of the word is the whole word: then nobody needs to look at the text besides. */
export function isOneTerm(word: string): boolean {
  const { length } = [...word];
  return isBeginning(word) ? length <= longestTerm : length === 2;
}

/** What the index must hold for a passage to have the words. No sign of the query language is left in them. */
export function termsQuery(words: readonly string[]): string {
  return words.flatMap(termsOf).join(' & ');
}

function termsOf(word: string): string[] {
  const characters = [...word];
  if (isBeginning(word)) return [`'${characters.slice(0, longestTerm).join('')}':*`];
  return characters.slice(1).map((next, place) => `'${characters[place]}${next}'`);
}
