import { registerAuth } from './features/auth/auth.routes.ts';
import { CurrentUserService } from './features/auth/current-user.service.ts';
import { GuessLimitService } from './features/auth/guess-limit.service.ts';
import { PasswordService } from './features/auth/password.service.ts';
import { PasswordHasher } from './features/auth/password-hasher.ts';
import { PrincipalCache } from './features/auth/principal-cache.ts';
import { RefreshService } from './features/auth/refresh.service.ts';
import { SessionService } from './features/auth/session.service.ts';
import { SignInService } from './features/auth/sign-in.service.ts';
import { registerViewAs } from './features/auth/view-as.routes.ts';
import { ViewAsService } from './features/auth/view-as.service.ts';
import type { MaintenanceStep } from './features/maintenance/maintenance-step.ts';
import type { NotificationService } from './features/notification/notification.service.ts';
import { deleteOldResets } from './features/password-reset/password-reset.repository.ts';
import type { SettingsService } from './features/settings/settings.service.ts';
import { registerTwoFactor } from './features/two-factor/two-factor.routes.ts';
import { TwoFactorService } from './features/two-factor/two-factor.service.ts';
import { registerWecom } from './features/wecom/wecom.routes.ts';
import { WecomService } from './features/wecom/wecom.service.ts';
import { WecomVendor } from './features/wecom/wecom-vendor.ts';
import type { Config } from './platform/config/config.ts';
import type { Db } from './platform/db/database.ts';
import type { EventHub } from './platform/events/event-hub.ts';
import type { EventPublisher } from './platform/events/event-publisher.ts';
import type { EndpointRegistry } from './platform/http/endpoint-registry.ts';
import type { SealedBox } from './platform/sealing/sealed-box.ts';
import { buildSignOn } from './sign-on.container.ts';

type Given = {
  config: Config;
  db: Db;
  hub: EventHub;
  publisher: EventPublisher;
  notifications: NotificationService;
  settings: SettingsService;
  box: SealedBox;
  /** Given by tests alone. */
  hasher?: PasswordHasher | undefined;
};

/** Part of the container: who somebody is, by which ways they show it, and how long that holds. */
export function buildSignIn({ config, db, hub, publisher, notifications, settings, box, ...given }: Given) {
  const hasher = given.hasher ?? new PasswordHasher();
  const guesses = new GuessLimitService(db);
  const principals = new PrincipalCache(hub);
  const forgetHolders = () => principals.clear();
  const sessions = new SessionService(db, publisher, principals);
  const passwords = new PasswordService({ db, hasher, guesses, sessions, notifications, settings });
  const twoFactor = new TwoFactorService({ db, box, passwords, notifications, settings });
  const currentUsers = new CurrentUserService(db, config);
  const views = new ViewAsService({ db, publisher, forgetHolders });
  return {
    ...{ hasher, guesses, sessions, passwords, twoFactor, currentUsers, views },
    /** Rights that were changed count from the next request on. */
    forgetHolders,
    maintenance: [{ what: 'password resets that are over', run: deleteOldResets }] satisfies MaintenanceStep[],
    register(registry: EndpointRegistry): void {
      const signIn = new SignInService({ db, hasher, guesses, sessions, notifications, twoFactor });
      registerAuth(registry, {
        signIn,
        sessions,
        refreshes: new RefreshService(db, sessions),
        passwords,
        currentUsers,
      });
      registerTwoFactor(registry, twoFactor);
      const vendor = config.wecom && new WecomVendor(config.wecom);
      registerWecom(registry, new WecomService({ db, signIn, vendor }));
      buildSignOn({ db, config: config.signOn, signIn, passwords, notifications }).register(registry);
      registerViewAs(registry, views);
    },
  };
}
