import type { Platform } from '../../platform/feature-module.ts';
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts';
import { registerSettings } from './settings.routes.ts';
import { SettingsService } from './settings.service.ts';
export function settingsModule({ config, db, publisher, hub }: Platform) {
  const settings = new SettingsService(db, publisher, hub, config);
  return {
    settings,
    register: (registry: EndpointRegistry) => registerSettings(registry, settings),
  };
}
