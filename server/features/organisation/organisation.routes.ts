import { listUnits } from '@lectern/contract/features/organisation.ts';
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts';
import type { OrganisationService } from './organisation.service.ts';

export function registerOrganisation(registry: EndpointRegistry, organisation: OrganisationService): void {
  registry.handle(listUnits, () => organisation.listUnits());
}
