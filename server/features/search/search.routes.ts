import { searchPassages, searchResources } from '@lectern/contract/features/search.ts';
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts';
import type { SearchService } from './search.service.ts';

export function registerSearch(registry: EndpointRegistry, search: SearchService): void {
  registry.handle(searchResources, ({ query }, context) => search.resources(context, query.text, query.size));
  registry.handle(searchPassages, ({ query }, context) => search.passages(context, query));
}
