import type { ChangedPart } from '../../components/workbench/model/changed-parts.ts';

/** What surrounds a text in a request: names, times, a box with all its digits. */
const aroundWord = 160;
const aroundLine = 240;
/** Of a character, at most. */
const bytes = 3;

/** About how many bytes a request with a part has, rather more than less. It is not written out for that: long texts take long. */
export function weightOf({ lines }: ChangedPart): number {
  let weight = 0;
  for (const { text, words } of lines) {
    weight += aroundLine + text.length * bytes;
    if (words) for (const word of words) weight += aroundWord + word.text.length * bytes;
  }
  return weight;
}

/** As many parts as one request takes; a heavier one goes alone. */
export function chunksOf(parts: readonly ChangedPart[], mostBytes: number, mostParts: number): ChangedPart[][] {
  const chunks: ChangedPart[][] = [];
  let size = 0;
  for (const part of parts) {
    const weight = weightOf(part);
    const last = chunks.at(-1);
    if (last && size + weight <= mostBytes && last.length < mostParts) {
      last.push(part);
      size += weight;
    } else {
      chunks.push([part]);
      size = weight;
    }
  }
  return chunks;
}
