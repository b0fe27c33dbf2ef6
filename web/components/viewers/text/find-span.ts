/** So many characters tell a place from others. */
const enough = 60;

/** Where words stand in a text, wherever its lines end; where they go on otherwise, at least where they begin. */
export function findSpan(text: string, words: string): { start: number; end: number } | null {
  const wanted = words.trim();
  if (wanted === '') return null;
  for (const part of [wanted, wanted.slice(0, enough)]) {
    const found = patternOf(part).exec(text);
    if (found) return { start: found.index, end: found.index + found[0].length };
  }
  return null;
}

/** Marks of a format, such as `**`, may stand between words. */
function patternOf(words: string): RegExp {
  const pieces = words
    .trim()
    .split(/\s+/)
    .map((piece) => piece.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(pieces.join('[\\s*_#>|`-]+'), 'u');
}
