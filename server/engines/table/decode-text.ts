import { eastAsianCharset } from './east-asian-charset.ts';

export type DecodedText = { text: string; charset: string };

/**
 * Finds out how a text file is encoded. A byte order mark tells; without one it is UTF-8 if that is valid, UTF-16 if
 * every other byte is nearly always zero, and then what office programs of the house write.
 */
export function decodeText(bytes: Uint8Array): DecodedText | undefined {
  const charset = charsetOf(bytes);
  if (!charset) return undefined;
  // The decoder leaves out a byte order mark by itself.
  return { text: new TextDecoder(charset).decode(bytes), charset };
}

function charsetOf(bytes: Uint8Array): string | undefined {
  if (startsWith(bytes, [0xef, 0xbb, 0xbf])) return 'utf-8';
  if (startsWith(bytes, [0xff, 0xfe])) return 'utf-16le';
  if (startsWith(bytes, [0xfe, 0xff])) return 'utf-16be';
  const zeros = zerosByParity(bytes.subarray(0, 4096));
  if (zeros.even + zeros.odd > 0) {
    if (zeros.odd > 0 && zeros.even === 0) return 'utf-16le';
    if (zeros.even > 0 && zeros.odd === 0) return 'utf-16be';
    return undefined;
  }
  return ['utf-8', eastAsianCharset(bytes)].find((charset) => isValid(bytes, charset)) ?? 'windows-1252';
}

function startsWith(bytes: Uint8Array, mark: readonly number[]): boolean {
  return mark.every((byte, index) => bytes[index] === byte);
}

function zerosByParity(bytes: Uint8Array): { even: number; odd: number } {
  const zeros = { even: 0, odd: 0 };
  bytes.forEach((byte, index) => {
    if (byte === 0) zeros[index % 2 === 0 ? 'even' : 'odd'] += 1;
  });
  return zeros;
}

function isValid(bytes: Uint8Array, charset: string): boolean {
  try {
    new TextDecoder(charset, { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}
