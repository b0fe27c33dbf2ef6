import { findPeople } from '@lectern/contract/features/people.ts';
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts';
import type { PeopleService } from './people.service.ts';

export function registerPeople(registry: EndpointRegistry, people: PeopleService): void {
  registry.handle(findPeople, ({ query }, { principal }) => people.find(principal, query));
}
