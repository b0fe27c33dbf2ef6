import type { Platform } from '../../platform/feature-module.ts';
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts';
import type { SessionService } from '../auth/public.ts';
import type { UserChangeService } from '../user/public.ts';
import { registerPersonalData } from './personal-data.routes.ts';
import { PersonalDataService } from './personal-data.service.ts';
import { streamPersonalData } from './stream-personal-data.ts';

type Dependencies = { changes: UserChangeService; sessions: SessionService };

export function personalDataModule({ db }: Platform, { changes, sessions }: Dependencies) {
  const personalData = new PersonalDataService({ db, changes, sessions });
  return {
    register: (registry: EndpointRegistry) =>
      registerPersonalData(registry, personalData, (userId) => streamPersonalData(db, userId)),
  };
}
