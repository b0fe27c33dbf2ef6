import type { Contributions, Platform } from '../../platform/feature-module.ts';
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts';
import { editLockMaintenance } from './edit-lock.repository.ts';
import { registerEditLock } from './edit-lock.routes.ts';
import { EditLockService } from './edit-lock.service.ts';
/** Serves the edit locks of all detail pages. */
export function editLockModule({ db }: Platform) {
  const locks = new EditLockService(db);
  return {
    locks,
    maintenance: editLockMaintenance,
    register(registry: EndpointRegistry, { details }: Contributions): void {
      for (const { endpoints, source } of details) registerEditLock(registry, endpoints, source, locks);
    },
  };
}
