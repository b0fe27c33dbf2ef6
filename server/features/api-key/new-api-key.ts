import { randomInt } from 'node:crypto';
import { apiKeyStart } from '@lectern/contract/portal/portal-access.ts';
import { hashSecretToken, newSecretToken } from '../../platform/secret-token.ts';

/** Without letters that look alike: people compare beginnings by eye. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789';
const prefixLength = 8;

export type NewSecret = { secret: string; hash: Buffer };

export function newKeyPrefix(): string {
  return `${apiKeyStart}${Array.from({ length: prefixLength }, () => letters[randomInt(letters.length)]).join('')}`;
}

/** What the site keeps, and the hash that we keep of it. */
export function newKeySecret(prefix: string): NewSecret {
  const secret = `${prefix}_${newSecretToken()}`;
  return { secret, hash: hashSecretToken(secret) };
}
