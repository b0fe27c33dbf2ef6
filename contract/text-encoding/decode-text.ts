type DecodedText = { text: string; charset: string };

/**
 * Detects a text file's encoding: byte order mark, then valid UTF-8, then UTF-16 if there are zero bytes and one byte
 * order is readable, then East Asian encodings. Undefined when it isn't text; `cut` means the bytes start a longer
 * file, so an incomplete last character is dropped.
 */
export function decodeText(bytes: Uint8Array, { cut = false } = {}): DecodedText | undefined {
  const charset = charsetOf(bytes, cut);
  if (!charset) return undefined;
  // The decoder drops the byte order mark.
  return { text: new TextDecoder(charset).decode(bytes, { stream: cut }), charset };
}

function charsetOf(bytes: Uint8Array, cut: boolean): string | undefined {
  if (startsWith(bytes, [0xef, 0xbb, 0xbf])) return 'utf-8';
  if (startsWith(bytes, [0xff, 0xfe])) return 'utf-16le';
  if (startsWith(bytes, [0xfe, 0xff])) return 'utf-16be';
  // No other supported encoding contains zero bytes.
  if (bytes.includes(0)) return utf16Order(bytes);
  return ['utf-8', eastAsianCharset(bytes)].find((charset) => isValid(bytes, charset, cut)) ?? 'windows-1252';
}

function startsWith(bytes: Uint8Array, mark: readonly number[]): boolean {
  return mark.every((byte, index) => bytes[index] === byte);
}

function isValid(bytes: Uint8Array, charset: string, cut: boolean): boolean {
  try {
    new TextDecoder(charset, { fatal: true }).decode(bytes, { stream: cut });
    return true;
  } catch {
    return false;
  }
}

/** Enough to detect the encoding; the whole text is decoded afterwards. */
const sampleBytes = 64 * 1024;

/**
 * Tells double-byte encodings apart. Almost any text is valid GB 18030, including Japanese and traditional Chinese,
 * but decodes to rare characters, so the code ranges of the byte pairs decide.
 */
function eastAsianCharset(bytes: Uint8Array): 'gb18030' | 'shift_jis' | 'big5' | 'windows-1252' {
  let pairs = 0;
  /** Pairs whose second byte is ASCII, as after an accented letter in Western text. */
  let asciiTrail = 0;
  /** Pairs in the common part of GB 18030: both bytes high, and not in the rows of foreign alphabets. */
  let everyday = 0;
  let japaneseLead = 0;
  let traditionalLead = 0;
  const end = Math.min(bytes.length, sampleBytes) - 1;
  for (let at = 0; at < end; at += 1) {
    const lead = bytes[at] ?? 0;
    if (lead < 0x81) continue;
    const trail = bytes[at + 1] ?? 0;
    at += 1;
    pairs += 1;
    if (trail < 0x80) asciiTrail += 1;
    if ((lead >= 0xb0 || (lead >= 0xa1 && lead <= 0xa3)) && trail >= 0xa1) everyday += 1;
    if (lead <= 0x9f || (lead >= 0xe0 && lead <= 0xea)) japaneseLead += 1;
    if (lead >= 0xa1 && lead <= 0xc6) traditionalLead += 1;
  }
  if (pairs > 0 && asciiTrail / pairs >= 0.9) return 'windows-1252';
  if (pairs === 0 || everyday / pairs >= 0.8) return 'gb18030';
  if (japaneseLead / pairs >= 0.6) return 'shift_jis';
  return traditionalLead / pairs >= 0.85 ? 'big5' : 'gb18030';
}

const orderSampleBytes = 8 * 1024;
/**
 * Characters that occur in text; unassigned and private-use characters indicate the wrong byte order or binary data.
 */
const readable = /^[\p{L}\p{M}\p{N}\p{P}\p{S}\p{Z}\p{Cf}\t\n\f\r]*$/u;

/**
 * The byte order of UTF-16 without a byte order mark, or undefined if it isn't UTF-16. Swapped bytes often give valid
 * characters too, so the order with more ASCII characters wins.
 */
function utf16Order(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const sample = bytes.subarray(0, orderSampleBytes);
  if (sample.length % 2 !== 0) return undefined;
  const [little, big] = [asciiCharacters(sample, 'utf-16le'), asciiCharacters(sample, 'utf-16be')];
  const most = Math.max(little, big);
  if (most < 1 || little === big) return undefined;
  // ASCII pairs are valid ideographs in UTF-16, so treat ASCII bytes with stray zeros as UTF-16 only if about every
  // other byte is zero.
  if (isAscii(sample) && most < sample.length / 4) return undefined;
  return little > big ? 'utf-16le' : 'utf-16be';
}

/** Counts ASCII characters; -1 when the bytes aren't text in this byte order. */
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
