import type { EditableWord, Extent } from './editable-line.ts';
import { stretch } from './extent.ts';

/** Words of a line whose own places are unknown: each gets a share of the line by its length. */
export function interpolateWords(
  tokens: readonly string[],
  extent: Extent,
  confidence: number | null = null,
): EditableWord[] {
  const total = tokens.reduce((sum, token) => sum + token.length, 0) || 1;
  let reached = 0;
  return tokens.map((text) => {
    const from = reached / total;
    reached += text.length;
    return { text, confidence, ...stretch(extent, from, reached / total) };
  });
}
