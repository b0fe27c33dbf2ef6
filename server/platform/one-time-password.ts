import { randomInt } from 'node:crypto';

/** Leaves out look-alike letters and digits, because people read it off a screen or over the phone. */
const readable = 'abcdefghjkmnpqrstuvwxyz23456789';

/** Groups of random characters, such as `kfw7-3mzc`; each character adds almost 5 bits. */
export function readableSecret(groups: readonly number[]): string {
  return groups.map((length) => Array.from({ length }, () => readable[randomInt(readable.length)]).join('')).join('-');
}

/** 20 characters including dashes; 84 bits. */
export function generatePassword(): string {
  return readableSecret([4, 4, 4, 5]);
}
