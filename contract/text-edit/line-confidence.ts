import type { EditableWord } from './editable-line.ts';

/** Mean word confidence weighted by length. Null when a person wrote every word. */
export function lineConfidence(words: readonly EditableWord[]): number | null {
  let [weight, weighted] = [0, 0];
  for (const { text, confidence } of words) {
    if (confidence === null) continue;
    weight += text.length;
    weighted += text.length * confidence;
  }
  return weight > 0 ? Math.round((weighted / weight) * 1000) / 1000 : null;
}
