/** Standard error rate: insertions, deletions and substitutions over the expected length. */
export type Score = { errors: number; length: number };

export function rate(scores: readonly Score[]): number {
  const errors = scores.reduce((sum, score) => sum + score.errors, 0);
  const length = scores.reduce((sum, score) => sum + score.length, 0);
  return length === 0 ? 0 : (errors / length) * 100;
}

/** Unifies typographic variants of a character, full- and half-width forms, and white space. */
export function plainText(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[“”„]/g, '"')
    .replace(/[‘’]/g, "'")
    .replace(/[—–―]/g, '-')
    .replace(/…/g, '...')
    .replace(/[，、]/g, ',')
    .replace(/。/g, '.')
    .replace(/：/g, ':')
    .replace(/；/g, ';')
    .replace(/\s+/g, ' ')
    .trim();
}

/** The characters to compare: everything but spaces. */
export function letters(text: string, anyCase: boolean): string[] {
  const plain = plainText(text).replaceAll(' ', '');
  return [...(anyCase ? plain.toLowerCase() : plain)];
}

/** Scores each expected line against its best match anywhere in the recognised text, ignoring spaces. */
export function scoreLines(trueLines: readonly string[], readLines: readonly string[], anyCase: boolean): Score {
  const prepare = (text: string) => letters(text, anyCase);
  const read = readLines.flatMap(prepare);
  const scores = trueLines.map((line) => {
    const letters = prepare(line);
    return { errors: Math.min(letters.length, distance(letters, read)), length: letters.length };
  });
  return {
    errors: scores.reduce((sum, { errors }) => sum + errors, 0),
    length: scores.reduce((sum, { length }) => sum + length, 0),
  };
}

/** How many of the non-Chinese words were recognised as words, which reveals missing and superfluous spaces. */
export function wordRecall(trueLines: readonly string[], readLines: readonly string[]): { found: number; of: number } {
  const wordsOf = (lines: readonly string[]) =>
    plainText(lines.join(' '))
      .toLowerCase()
      .replace(/[\u3400-\u9fff]/g, ' ')
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  const left = new Map<string, number>();
  for (const word of wordsOf(readLines)) left.set(word, (left.get(word) ?? 0) + 1);
  const wanted = wordsOf(trueLines);
  const found = wanted.filter((word) => {
    const count = left.get(word) ?? 0;
    if (count > 0) left.set(word, count - 1);
    return count > 0;
  }).length;
  return { found, of: wanted.length };
}

/** Minimum edit distance from `wanted` to any part of `given`; text around that part costs nothing. */
function distance(wanted: readonly string[], given: readonly string[]): number {
  let previous = new Int32Array(given.length + 1);
  let current = new Int32Array(given.length + 1);
  for (const [row, one] of wanted.entries()) {
    current[0] = row + 1;
    for (let column = 1; column <= given.length; column += 1) {
      const changed = (previous[column - 1] ?? 0) + (one === given[column - 1] ? 0 : 1);
      current[column] = Math.min(changed, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1);
    }
    [previous, current] = [current, previous];
  }
  return previous.reduce((least, value) => Math.min(least, value), Infinity);
}
