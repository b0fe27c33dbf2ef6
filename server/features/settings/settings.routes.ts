import { getPublicSettings, getSettings, updateSettings } from '@lectern/contract/features/settings.ts';
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts';
import type { SettingsService } from './settings.service.ts';

export function registerSettings(registry: EndpointRegistry, settings: SettingsService): void {
  registry.handleOpen(getPublicSettings, () => settings.public());
  registry.handle(getSettings, () => settings.versioned());
  registry.handle(updateSettings, ({ body }, context) => settings.update(context, body));
}
