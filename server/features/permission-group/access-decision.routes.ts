import {
  getAskedAccess,
  grantAccess,
  listAskedAccess,
  previewGrant,
  refuseAccess,
} from '@lectern/contract/features/access-decision.ts';
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts';
import type { AccessDecisionService } from './access-decision.service.ts';

export function registerAccessDecisions(registry: EndpointRegistry, decisions: AccessDecisionService): void {
  registry.handle(listAskedAccess, () => decisions.list());
  registry.handle(getAskedAccess, ({ params }) => decisions.get(params.id));
  registry.handle(previewGrant, ({ params, body }, context) => decisions.previewGrant(context, params.id, body.grant));
  registry.handle(grantAccess, async ({ params, body }, context) => {
    await decisions.grant(context, params.id, body.grant, body.digest);
    return null;
  });
  registry.handle(refuseAccess, async ({ params, body }, context) => {
    await decisions.refuse(context, params.id, body.reason);
    return null;
  });
}
