import type { Platform } from '../../platform/feature-module.ts';
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts';
import type { PasswordService } from '../auth/public.ts';
import type { NotificationService } from '../notification/public.ts';
import type { SettingsService } from '../settings/public.ts';
import { registerTwoFactor } from './two-factor.routes.ts';
import { TwoFactorService } from './two-factor.service.ts';

type Dependencies = { passwords: PasswordService; notifications: NotificationService; settings: SettingsService };

export function twoFactorModule({ db, box }: Platform, { passwords, notifications, settings }: Dependencies) {
  const twoFactor = new TwoFactorService({ db, box, passwords, notifications, settings });
  return { twoFactor, register: (registry: EndpointRegistry) => registerTwoFactor(registry, twoFactor) };
}
