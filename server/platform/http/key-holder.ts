import type { Audience } from '@lectern/contract/audience.ts';
import type { ApiKeyScope } from '@lectern/contract/portal/portal-access.ts';

/** The site behind an API key. */
export type KeyHolder = {
  keyId: string;
  name: string;
  scopes: readonly ApiKeyScope[];
  audience: Audience;
  callsPerMinute: number;
};

/** Looks up the holder of a key. Throws the matching AppError when the key is unknown, expired or revoked. */
export type AuthenticateKey = (key: string, ip: string) => Promise<KeyHolder>;

/** The key's remaining calls in this minute. */
export type KeyCalls = { allowed: boolean; left: number; until: Date };
export type CountKeyCall = (holder: KeyHolder) => Promise<KeyCalls>;
