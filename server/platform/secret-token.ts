import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits for the browser; the database stores only the hash. */
export function newSecretToken(): string {
  return randomBytes(32).toString('base64url');
}

/** A plain hash is enough: nobody can guess 256 random bits, so a slow hash adds nothing. */
export function hashSecretToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
