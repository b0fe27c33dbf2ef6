type DecodedText = { text: string; charset: string };

/**
 * Detects how a text file is encoded: by its byte order mark, else UTF-8 if that is valid, UTF-16 if there are zero bytes
 * and one byte order gives readable text, else the East Asian encodings of office programs. Undefined means it is not text.
 * With `cut` the bytes are the start of a longer file, and an incomplete last character is dropped.
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
  // Text in any other encoding holds no zero bytes.
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

/** Enough to tell; the whole text is decoded afterwards. */
const sampleBytes = 64 * 1024;

/**
 * Which of the encodings with two bytes a letter a text is in. Nearly any text is valid as GB 18030, also Japanese and
 * traditional Chinese, but then of letters that nobody uses: where in the tables its pairs lie gives it away.
 */
function eastAsianCharset(bytes: Uint8Array): 'gb18030' | 'shift_jis' | 'big5' | 'windows-1252' {
  let pairs = 0;
  /** The second byte is a letter or sign of ASCII: as behind an accented letter of a western word. */
  let asciiTrail = 0;
  /** Both bytes high, and no row of foreign alphabets: the everyday part of GB 18030. */
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
/** What text is made of; unassigned and private characters are signs of the wrong byte order or of binary data. */
const readable = /^[\p{L}\p{M}\p{N}\p{P}\p{S}\p{Z}\p{Cf}\t\n\f\r]*$/u;

/**
 * The byte order of UTF-16 without a mark, or undefined for anything else. Swapped letters are often valid characters of
 * other scripts, so the order with more ASCII spaces, digits and line breaks wins.
 */
function utf16Order(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const sample = bytes.subarray(0, orderSampleBytes);
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
