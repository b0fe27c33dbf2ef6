import type { Platform } from '../../platform/feature-module.ts';
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts';
import type { NotificationService } from '../notification/public.ts';
import type { SettingsService } from '../settings/public.ts';
import type { TwoFactorService } from '../two-factor/public.ts';
import { registerAuth, registerViewAs } from './auth.routes.ts';
import { CurrentUserService } from './current-user.service.ts';
import { GuessLimitService } from './guess-limit.service.ts';
import { PasswordService } from './password.service.ts';
import { PasswordHasher } from './password-hasher.ts';
import { PrincipalCache } from './principal-cache.ts';
import { RefreshService } from './refresh.service.ts';
import { sessionMaintenance } from './session.repository.ts';
import { SessionService } from './session.service.ts';
import { SignInService } from './sign-in.service.ts';
import { ViewAsService } from './view-as.service.ts';

type Dependencies = {
  notifications: NotificationService;
  settings: SettingsService;
  secondFactor: Pick<TwoFactorService, 'use'>;
  /** Replaced in tests only. */
  hasher?: PasswordHasher | undefined;
};

export function authModule(platform: Platform, dependencies: Dependencies) {
  const { config, db, hub, publisher } = platform;
  const { notifications, settings, secondFactor, hasher = new PasswordHasher() } = dependencies;
  const guesses = new GuessLimitService(db);
  const principals = new PrincipalCache(hub);
  const forgetHolders = () => principals.clear();
  const sessions = new SessionService(db, publisher, principals);
  const passwords = new PasswordService({ db, hasher, guesses, sessions, notifications, settings });
  const currentUsers = new CurrentUserService(db, config, settings);
  const views = new ViewAsService({ db, publisher, forgetHolders });
  const signIn = new SignInService({ db, hasher, guesses, sessions, notifications, twoFactor: secondFactor });
  return {
    maintenance: sessionMaintenance,
    hasher,
    guesses,
    sessions,
    passwords,
    currentUsers,
    views,
    signIn,
    /** Clears cached principals so that changed permissions apply from the next request. */
    forgetHolders,
    register(registry: EndpointRegistry): void {
      const refreshes = new RefreshService(db, sessions);
      registerAuth(registry, { signIn, sessions, refreshes, passwords, currentUsers });
      registerViewAs(registry, views);
    },
  };
}
