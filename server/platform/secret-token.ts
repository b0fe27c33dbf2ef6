import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits: what a browser keeps. The database keeps only its hash. */
export function newSecretToken(): string {
  return randomBytes(32).toString('base64url');
}

/** A plain hash is enough here: nobody guesses 256 random bits, so there is nothing to slow down. */
export function hashSecretToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
