import type { Platform } from '../../platform/feature-module.ts';
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts';
import { registerPeople } from './people.routes.ts';
import { PeopleService } from './people.service.ts';
export function peopleModule({ db }: Platform) {
  return { register: (registry: EndpointRegistry) => registerPeople(registry, new PeopleService(db)) };
}
