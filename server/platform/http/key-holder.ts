import type { Audience } from '@lectern/contract/audience.ts';
import type { ApiKeyScope } from '@lectern/contract/portal/portal-access.ts';

/** The site that sends a request, by its key. */
export type KeyHolder = {
  keyId: string;
  name: string;
  scopes: readonly ApiKeyScope[];
  audience: Audience;
  callsPerMinute: number;
};

/** Tells whose key it is. Throws the AppError that fits: unknown, expired, revoked. */
export type AuthenticateKey = (key: string, ip: string) => Promise<KeyHolder>;

/** What is left of a key's calls in this minute. */
export type KeyCalls = { allowed: boolean; left: number; until: Date };
export type CountKeyCall = (holder: KeyHolder) => Promise<KeyCalls>;
