import type { Platform } from '../../platform/feature-module.ts';
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts';
import { diskSpace } from '../../platform/storage/disk-space.ts';
import { shownInLists } from '../resource/public.ts';
import { registerLibraryStat } from './library-stat.routes.ts';
import { LibraryStatService } from './library-stat.service.ts';

export function libraryStatModule({ config, db, languageOf }: Platform) {
  const library = new LibraryStatService({
    db,
    timeZone: config.timeZone,
    shown: shownInLists,
    freeBytes: async () => (await diskSpace(config.dataDir)).freeBytes,
  });
  return {
    library,
    register: (registry: EndpointRegistry) => registerLibraryStat(registry, library, languageOf),
  };
}
