import { editDistance } from './edit-distance.ts';

/** Shorter words are too close to each other for a guess. */
const shortest = 4;
const mostGuesses = 5;

export function mayBeMistyped(word: string): boolean {
  return [...word].length >= shortest && /^\p{L}+$/u.test(word) && !/\p{Lo}/u.test(word);
}

/** Of the words of some texts, those that somebody may have meant: the closest ones. */
export function closeWords(meant: string, texts: readonly string[]): string[] {
  const allowed = meant.length > 5 ? 2 : 1;
  const distances = new Map<string, number>();
  for (const word of texts.flatMap((text) => text.toLowerCase().match(/\p{L}+/gu) ?? [])) {
    if (distances.has(word) || Math.abs(word.length - meant.length) > allowed) continue;
    distances.set(word, editDistance(meant, word));
  }
  const close = [...distances].filter(([, distance]) => distance <= allowed).sort(([, a], [, b]) => a - b);
  const nearest = close[0]?.[1];
  return close
    .filter(([, distance]) => distance === nearest)
    .slice(0, mostGuesses)
    .map(([word]) => word);
}
