import {
  getSignOn,
  linkSignOn,
  loginWithSignOn,
  startSignOn,
  startSignOnLink,
  unlinkSignOn,
} from '@lectern/contract/features/sign-on.ts';
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts';
import type { IdentityLinkService } from './identity-link.service.ts';
import type { SignOnService } from './sign-on.service.ts';

export function registerSignOn(registry: EndpointRegistry, signOn: SignOnService, links: IdentityLinkService): void {
  registry.handleOpen(startSignOn, ({ body }, context) => signOn.start(context, body?.again));
  registry.handleOpen(loginWithSignOn, ({ body }, context) => signOn.login(context, body));
  registry.handle(getSignOn, (_input, context) => links.state(context));
  registry.handle(startSignOnLink, ({ body }, context) => links.start(context, body.password));
  registry.handle(linkSignOn, ({ body }, context) => links.link(context, body));
  registry.handle(unlinkSignOn, (_input, context) => links.unlink(context));
}
