import { listMyActivity, updatePreferences, updateProfile } from '@lectern/contract/features/profile.ts';
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts';
import type { ProfileService } from './profile.service.ts';

export function registerProfile(registry: EndpointRegistry, profile: ProfileService): void {
  registry.handle(updateProfile, ({ body }, context) => profile.update(context, body));
  registry.handle(updatePreferences, ({ body }, { principal }) => profile.updatePreferences(principal.userId, body));
  registry.handle(listMyActivity, ({ query }, { principal }) => profile.listActivity(principal.userId, query.size));
}
