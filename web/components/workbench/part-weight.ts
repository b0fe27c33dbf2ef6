/** What surrounds a text or a number in a request: its name and its signs. */
const around = 24;
/** Of a character, at most. */
const bytes = 3;

/**
 * About how many bytes something has in a request, rather more than less. It is not written out for that: a long text
 * would keep the page from answering.
 */
export function weightOf(value: unknown): number {
  if (typeof value === 'string') return around + value.length * bytes;
  if (typeof value !== 'object' || value === null) return around;
  let weight = around;
  for (const key in value) weight += weightOf(value[key as keyof typeof value]);
  return weight;
}

/** As many parts as one request takes; a heavier one goes alone. */
export function chunksOf<Part>(parts: readonly Part[], mostBytes: number, mostParts: number): Part[][] {
  const chunks: Part[][] = [];
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
