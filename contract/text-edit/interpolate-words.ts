import type { EditableWord, Extent } from './editable-line.ts';
import { stretch } from './extent.ts';

/** Estimates word positions by giving each word a share of the line proportional to its length. */
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
