import {
  createSensitivePack,
  deleteSensitivePack,
  listSensitivePacks,
  updateSensitivePack,
} from '@lectern/contract/features/sensitive-pack.ts';
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts';
import type { PackService } from './pack.service.ts';

export function registerPacks(registry: EndpointRegistry, packs: PackService): void {
  registry.handle(listSensitivePacks, () => packs.list());
  registry.handle(createSensitivePack, ({ body }, context) => packs.create(context, body));
  registry.handle(updateSensitivePack, ({ params, body }, context) => packs.update(context, params.id, body));
  registry.handle(deleteSensitivePack, async ({ params, body }, context) => {
    await packs.delete(context, params.id, body);
    return null;
  });
}
