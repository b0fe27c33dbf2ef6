/** Words shorter than this have too many similar words. */
const shortest = 4;
const mostGuesses = 5;

export function mayBeMistyped(word: string): boolean {
  return [...word].length >= shortest && /^\p{L}+$/u.test(word) && !/\p{Lo}/u.test(word);
}

/** The words in the texts that are closest to a possibly misspelt word. */
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

/** Edit distance counting substitutions, insertions, deletions and swaps of adjacent letters. */
export function editDistance(left: string, right: string): number {
  const [a, b] = [[...left], [...right]];
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, index) => index)];
  const at = (row: number, column: number) => rows[row]?.[column] ?? 0;
  for (let row = 1; row <= a.length; row += 1) {
    const line = [row];
    rows.push(line);
    for (let column = 1; column <= b.length; column += 1) {
      const same = a[row - 1] === b[column - 1] ? 0 : 1;
      let least = Math.min(at(row - 1, column) + 1, at(row, column - 1) + 1, at(row - 1, column - 1) + same);
      const isSwapped = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (row > 1 && column > 1 && isSwapped) least = Math.min(least, at(row - 2, column - 2) + 1);
      line.push(least);
    }
  }
  return at(a.length, b.length);
}
