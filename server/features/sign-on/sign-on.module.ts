import type { Platform } from '../../platform/feature-module.ts';
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts';
import type { PasswordService, SignInService } from '../auth/public.ts';
import type { NotificationService } from '../notification/public.ts';
import { IdentityLinkService } from './identity-link.service.ts';
import { IdentityProvider } from './identity-provider.ts';
import { signOnMaintenance } from './sign-on.repository.ts';
import { registerSignOn } from './sign-on.routes.ts';
import { SignOnService } from './sign-on.service.ts';

type Dependencies = { signIn: SignInService; passwords: PasswordService; notifications: NotificationService };

/** Without a configured provider, the sign-on endpoints report that there is none. */
export function signOnModule({ config, db }: Platform, { signIn, passwords, notifications }: Dependencies) {
  const provider = config.signOn && new IdentityProvider(config.signOn);
  const signOn = new SignOnService({ db, signIn, notifications, provider });
  const links = new IdentityLinkService({ db, provider, signOn, passwords, notifications });
  return {
    maintenance: signOnMaintenance,
    register: (registry: EndpointRegistry) => registerSignOn(registry, signOn, links),
  };
}
