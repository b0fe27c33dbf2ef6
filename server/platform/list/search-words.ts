/** The words of a search beyond this number are ignored. */
const mostWords = 8;

/** The words of a search, in any order. */
export function searchWords(text: string): string[] {
  return [...new Set(text.toLowerCase().split(/\s+/).filter(Boolean))].slice(0, mostWords);
}

/** The longest run of letters and digits, which a trigram index can look up. */
export function coreOf(word: string): string {
  const runs = word.match(/[\p{L}\p{N}]+/gu) ?? [];
  return runs.reduce((longest, run) => (run.length > longest.length ? run : longest), '');
}

/** Characters beyond ASCII and pairs of neighbours among them, as the database's wide_pieces has them. */
export function widePieces(word: string): string[] {
  const runs = word.match(/[^\p{ASCII}]+/gu) ?? [];
  return runs.flatMap((run) => {
    const characters = [...run];
    return characters.length === 1
      ? characters
      : characters.slice(1).map((next, place) => `${characters[place]}${next}`);
  });
}

/** Three characters in a row, as the index on trigrams has them. */
export function narrowPieces(word: string): string[] {
  const characters = [...coreOf(word)];
  return [...new Set(characters.slice(2).map((_, place) => characters.slice(place, place + 3).join('')))];
}
