import type { PasswordService } from './features/auth/password.service.ts';
import type { SignInService } from './features/auth/sign-in.service.ts';
import type { NotificationService } from './features/notification/notification.service.ts';
import { IdentityLinkService } from './features/sign-on/identity-link.service.ts';
import { IdentityProvider } from './features/sign-on/identity-provider.ts';
import { registerSignOn } from './features/sign-on/sign-on.routes.ts';
import { SignOnService } from './features/sign-on/sign-on.service.ts';
import type { SignOnConfig } from './platform/config/sign-on-settings.ts';
import type { Db } from './platform/db/database.ts';
import type { EndpointRegistry } from './platform/http/endpoint-registry.ts';

type Given = {
  db: Db;
  config: SignOnConfig | undefined;
  signIn: SignInService;
  passwords: PasswordService;
  notifications: NotificationService;
};

/** Single sign-on, and linking to it. Without a provider its calls answer that there is none. */
export function buildSignOn({ db, config, signIn, passwords, notifications }: Given) {
  const provider = config && new IdentityProvider(config);
  const signOn = new SignOnService({ db, signIn, notifications, provider });
  const links = new IdentityLinkService({ db, provider, signOn, passwords, notifications });
  return { register: (registry: EndpointRegistry) => registerSignOn(registry, signOn, links) };
}
