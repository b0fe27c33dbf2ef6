/** Further words of a search are ignored. */
const mostWords = 8;

/** The distinct words of a search, which may match in any order. */
export function searchWords(text: string): string[] {
  return [...new Set(text.toLowerCase().split(/\s+/).filter(Boolean))].slice(0, mostWords);
}

/** The longest run of letters and digits, which a trigram index can look up. */
export function coreOf(word: string): string {
  const runs = word.match(/[\p{L}\p{N}]+/gu) ?? [];
  return runs.reduce((longest, run) => (run.length > longest.length ? run : longest), '');
}

/** Non-ASCII characters and pairs of adjacent ones, the same pieces as the database function wide_pieces. */
export function widePieces(word: string): string[] {
  const runs = word.match(/[^\p{ASCII}]+/gu) ?? [];
  return runs.flatMap((run) => {
    const characters = [...run];
    return characters.length === 1
      ? characters
      : characters.slice(1).map((next, place) => `${characters[place]}${next}`);
  });
}

/** Trigrams, as in the trigram index. */
export function narrowPieces(word: string): string[] {
  const characters = [...coreOf(word)];
  return [...new Set(characters.slice(2).map((_, place) => characters.slice(place, place + 3).join('')))];
}
