/** Bytes for a property name, quotes and separators. */
const around = 24;
/** Upper bound per UTF-16 code unit in UTF-8. */
const bytes = 3;

/** Estimates the JSON size in bytes, rather too high. Serializing a long text would block the page. */
function weightOf(value: unknown): number {
  if (typeof value === 'string') return around + value.length * bytes;
  if (typeof value !== 'object' || value === null) return around;
  let weight = around;
  for (const key in value) weight += weightOf(value[key as keyof typeof value]);
  return weight;
}

/** Whether parts are too large for one request; stops as soon as the limit is exceeded. */
export function weighMore(parts: readonly unknown[], mostBytes: number): boolean {
  let weight = 0;
  return parts.some((part) => {
    weight += weightOf(part);
    return weight > mostBytes;
  });
}

/**
 * Splits parts into requests within the limits; a larger part goes alone. Lazy, so each request is measured only when
 * needed.
 */
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
