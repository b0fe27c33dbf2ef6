import {
  createApiKey,
  endApiKeyGrace,
  listApiKeys,
  revokeApiKey,
  rotateApiKey,
  updateApiKey,
} from '@lectern/contract/features/api-key.ts';
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts';
import type { ApiKeyService } from './api-key.service.ts';

export function registerApiKeys(registry: EndpointRegistry, keys: ApiKeyService): void {
  registry.handle(listApiKeys, async () => ({ keys: await keys.list() }));
  registry.handle(createApiKey, ({ body }, context) => keys.create(context, body));
  registry.handle(updateApiKey, ({ params, body }, context) => keys.update(context, params.id, body));
  registry.handle(rotateApiKey, ({ params, body }, context) => keys.rotate(context, params.id, body));
  registry.handle(endApiKeyGrace, ({ params, body }, context) => keys.endGrace(context, params.id, body.version));
  registry.handle(revokeApiKey, ({ params, body }, context) => keys.revoke(context, params.id, body.reason));
}
