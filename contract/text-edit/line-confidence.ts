import type { EditableWord } from './editable-line.ts';

/** How sure the machine is of a line: its words count as much as they are long; null: nothing of it is the machine's. */
export function lineConfidence(words: readonly EditableWord[]): number | null {
  let [weight, weighted] = [0, 0];
  for (const { text, confidence } of words) {
    if (confidence === null) continue;
    weight += text.length;
    weighted += text.length * confidence;
  }
  return weight > 0 ? Math.round((weighted / weight) * 1000) / 1000 : null;
}
