import type { DetailEndpoints } from '@lectern/contract/detail/define-detail.ts';
import type { DetailSource } from '../../platform/detail/detail-source.ts';
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts';
import type { EditLockService } from './edit-lock.service.ts';

export function registerEditLock(
  registry: EndpointRegistry,
  endpoints: DetailEndpoints,
  source: DetailSource,
  locks: EditLockService,
): void {
  registry.handle(endpoints.getLock, ({ params, query }, context) =>
    locks.get(context, source, { id: params.id, window: query.window }),
  );
  registry.handle(endpoints.takeLock, ({ params, body }, context) =>
    locks.take(context, source, { id: params.id, window: body.window }),
  );
  registry.handle(endpoints.releaseLock, async ({ params, query }, context) => {
    await locks.release(context, source, { id: params.id, window: query.window });
    return null;
  });
}
