import type { Platform } from '../../platform/feature-module.ts';
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts';
import { KeyCalls } from '../../platform/http/key-calls.ts';
import { registerApiKeys } from './api-key.routes.ts';
import { ApiKeyService } from './api-key.service.ts';
export function apiKeyModule({ db }: Platform) {
  const keys = new ApiKeyService(db);
  const calls = new KeyCalls(db);
  return {
    authenticateKey: keys.authenticate,
    countKeyCall: calls.take,
    register: (registry: EndpointRegistry) => registerApiKeys(registry, keys),
  };
}
