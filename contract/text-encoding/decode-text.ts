import { eastAsianCharset } from './east-asian-charset.ts';
import { utf16Order } from './utf-16-order.ts';

export type DecodedText = { text: string; charset: string };

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
