import type { Audience } from '@lectern/contract/audience.ts';
import type { ApiKey, ApiKeyState } from '@lectern/contract/features/api-key.ts';
import type { ApiKeyScope } from '@lectern/contract/portal/portal-access.ts';
import type { StoredKey } from './api-key.repository.ts';

export function presentKey(key: StoredKey): ApiKey {
  return {
    id: key.id,
    name: key.name,
    prefix: key.prefix,
    scopes: key.scopes as ApiKeyScope[],
    audience: key.audience as Audience,
    callsPerMinute: key.calls_per_minute,
    expiresAt: key.expires_at?.toISOString() ?? null,
    state: stateOf(key),
    oldSecretUntil: key.old_secret_until?.toISOString() ?? null,
    lastUsedAt: key.last_used_at?.toISOString() ?? null,
    lastUsedFrom: key.last_used_from,
    revokedAt: key.revoked_at?.toISOString() ?? null,
    revokedBy: personOf(key.revoked_by, key.revoked_by_name),
    createdAt: key.created_at.toISOString(),
    createdBy: personOf(key.created_by, key.created_by_name),
    version: key.version,
  };
}

function stateOf(key: StoredKey): ApiKeyState {
  if (key.revoked_at) return 'revoked';
  if (key.expired) return 'expired';
  return key.ends_soon ? 'soon' : 'active';
}

function personOf(id: string | null, name: string | null) {
  return id === null ? null : { id, name: name ?? '' };
}

/** Values recorded in activities; never the secret. */
export function keyValues(key: StoredKey): Record<string, unknown> {
  const { name, scopes, audience, callsPerMinute, expiresAt } = presentKey(key);
  return { name, scopes, audience, callsPerMinute, expiresAt };
}
