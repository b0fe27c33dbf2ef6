import type { Platform } from '../../platform/feature-module.ts';
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts';
import { resourceRows } from '../resource/public.ts';
import { registerSearch } from './search.routes.ts';
import { SearchService } from './search.service.ts';
export function searchModule({ db }: Platform) {
  return {
    register: (registry: EndpointRegistry) => registerSearch(registry, new SearchService(db, resourceRows)),
  };
}
