const sampleBytes = 8 * 1024;
/** What text is made of; unassigned and private characters are signs of the wrong byte order or of binary data. */
const readable = /^[\p{L}\p{M}\p{N}\p{P}\p{S}\p{Z}\p{Cf}\t\n\f\r]*$/u;

/**
 * The byte order of UTF-16 without a mark, or undefined for anything else. Swapped letters are often valid characters of
 * other scripts, so the order with more ASCII spaces, digits and line breaks wins.
 */
export function utf16Order(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const sample = bytes.subarray(0, sampleBytes);
  if (sample.length % 2 !== 0) return undefined;
  const [little, big] = [asciiCharacters(sample, 'utf-16le'), asciiCharacters(sample, 'utf-16be')];
  const most = Math.max(little, big);
  if (most < 1 || little === big) return undefined;
  // Pairs of ASCII letters are ideographs in UTF-16: such a file is ASCII with stray zeros unless every other byte is one.
  if (isAscii(sample) && most < sample.length / 4) return undefined;
  return little > big ? 'utf-16le' : 'utf-16be';
}

/** -1 where the bytes are no text in this order. */
function asciiCharacters(sample: Uint8Array, order: 'utf-16le' | 'utf-16be'): number {
  try {
    const text = new TextDecoder(order, { fatal: true }).decode(sample, { stream: true });
    return readable.test(text) ? (text.match(/[\n\r\t -~]/g)?.length ?? 0) : -1;
  } catch {
    return -1;
  }
}

function isAscii(sample: Uint8Array): boolean {
  return sample.every((byte) => byte === 0 || byte === 9 || byte === 10 || byte === 13 || (byte >= 32 && byte < 127));
}
