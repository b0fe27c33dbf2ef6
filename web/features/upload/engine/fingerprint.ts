import { uuid } from '../../../lib/random-id.ts';

type Traits = { name: string; size: number; lastModified: number; relativePath: string };

/**
 * Upload id: a random half followed by the file's fingerprint. A reload loses the `File` objects, so users choose them
 * again, and the id tells which upload a file belongs to.
 */
export function uploadId(file: Traits): string {
  return `${uuid().slice(0, 14)}8${uuid().slice(15, 18)}-${fingerprint(file)}`;
}

/** The part of the upload id that identifies the file. */
export function fingerprint({ name, size, lastModified, relativePath }: Traits): string {
  const text = [relativePath.normalize('NFC'), name.normalize('NFC'), size, lastModified].join('\0');
  const [first, second] = [hash(text, 1), hash(text, 2)];
  const variant = (8 + (first.charCodeAt(0) % 4)).toString(16);
  return `${variant}${first.slice(1, 4)}-${first.slice(4, 10)}${second.slice(0, 6)}`;
}

export function fingerprintIn(id: string): string {
  return id.slice(19);
}

/** A non-cryptographic 53-bit hash as 14 hexadecimal digits. */
function hash(text: string, seed: number): string {
  let high = 0xdeadbeef ^ seed;
  let low = 0x41c6ce57 ^ seed;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  // Reversed, so that the low digits come first: the top digit carries only one bit.
  const digits = (4294967296 * (2097151 & low) + (high >>> 0)).toString(16).padStart(14, '0');
  return [...digits].reverse().join('');
}
