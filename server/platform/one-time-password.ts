import { randomInt } from 'node:crypto';

/** Without letters and digits that look alike: it is read off a screen, and sometimes over the phone. */
const readable = 'abcdefghjkmnpqrstuvwxyz23456789';

/** Groups of random characters, such as `kfw7-3mzc`; each character is worth almost 5 bits. */
export function readableSecret(groups: readonly number[]): string {
  return groups.map((length) => Array.from({ length }, () => readable[randomInt(readable.length)]).join('')).join('-');
}

/** 20 characters with their dashes; 84 bits. */
export function generatePassword(): string {
  return readableSecret([4, 4, 4, 5]);
}
