import type { MatcherWord } from '../../../engines/word-matcher/port.ts';
import type { WordFields } from '../word-fields.ts';

/** A word as the matcher takes it. */
export function matcherWord(id: string, word: WordFields): MatcherWord {
  const { text, mode, variants, language, sources, kinds, exceptions, ignoreLikelyFalse: skipDoubtful } = word;
  return { id, text, mode, variants, language, sources, kinds, exceptions, skipDoubtful };
}

const between = '\n';

/** A word without its exceptions, and each of those as a word of its own: so it shows what it hides. */
export function withoutExceptions(word: MatcherWord): MatcherWord[] {
  const phrases = word.exceptions.map((text, index): MatcherWord => {
    return { ...word, id: `${word.id}${between}${index}`, text, mode: 'contains', exceptions: [], skipDoubtful: false };
  });
  return [{ ...word, exceptions: [], skipDoubtful: false }, ...phrases];
}

export function exceptionOf(id: string): { wordId: string; index: number | undefined } {
  const [wordId = '', index] = id.split(between);
  return { wordId, index: index === undefined ? undefined : Number(index) };
}
