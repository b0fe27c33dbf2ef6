import type { Platform } from '../../platform/feature-module.ts';
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts';
import type { CurrentUserService } from '../auth/public.ts';
import { registerProfile } from './profile.routes.ts';
import { ProfileService } from './profile.service.ts';
export function profileModule({ db }: Platform, { currentUsers }: { currentUsers: CurrentUserService }) {
  const profile = new ProfileService(db, currentUsers.read);
  return { profile, register: (registry: EndpointRegistry) => registerProfile(registry, profile) };
}
