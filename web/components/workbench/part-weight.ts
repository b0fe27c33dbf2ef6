/** What surrounds a text or a number in a request: its name and its signs. */
const around = 24;
/** Of a character, at most. */
const bytes = 3;

/**
 * About how many bytes something has in a request, rather more than less. It is not written out for that: a long text
 * would keep the page from answering.
 */
function weightOf(value: unknown): number {
  if (typeof value === 'string') return around + value.length * bytes;
  if (typeof value !== 'object' || value === null) return around;
  let weight = around;
  for (const key in value) weight += weightOf(value[key as keyof typeof value]);
  return weight;
}

/** Whether parts are more than one request is to have; not all of them are looked at where some are enough to tell. */
export function weighMore(parts: readonly unknown[], mostBytes: number): boolean {
  let weight = 0;
  return parts.some((part) => {
    weight += weightOf(part);
    return weight > mostBytes;
  });
}

/** As many parts at a time as one request takes; a heavier one goes alone. Weighed one request after another. */
export function* chunksOf<Part>(parts: readonly Part[], mostBytes: number, mostParts: number): Generator<Part[]> {
  let chunk: Part[] = [];
  let size = 0;
  for (const part of parts) {
    const weight = weightOf(part);
    if (chunk.length > 0 && (size + weight > mostBytes || chunk.length === mostParts)) {
      yield chunk;
      chunk = [];
      size = 0;
    }
    chunk.push(part);
    size += weight;
  }
  if (chunk.length > 0) yield chunk;
}
