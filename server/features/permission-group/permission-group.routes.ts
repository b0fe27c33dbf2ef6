import {
  getAskedAccess,
  grantAccess,
  listAskedAccess,
  previewGrant,
  refuseAccess,
} from '@lectern/contract/features/access-decision.ts';
import { explainPermission } from '@lectern/contract/features/permission-explain.ts';
import {
  createPermissionGroup,
  getPermissionGroup,
  listPermissionGroupVersions,
  previewPermissionGroup,
  restorePermissionGroup,
  savePermissionGroup,
} from '@lectern/contract/features/permission-group.ts';
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts';
import type { AccessDecisionService } from './access-decision.service.ts';
import type { ExplainService } from './explain.service.ts';
import type { PermissionGroupService } from './permission-group.service.ts';

type Dependencies = {
  groups: PermissionGroupService;
  explainer: ExplainService;
};

export function registerPermissionGroups(registry: EndpointRegistry, dependencies: Dependencies): void {
  const { groups, explainer } = dependencies;
  registry.handle(getPermissionGroup, ({ params }) => groups.get(params.id));
  registry.handle(listPermissionGroupVersions, ({ params, query }) => groups.listVersions(params.id, query));
  registry.handle(createPermissionGroup, ({ body: { digest, acceptClosed, ...content } }, context) =>
    groups.create(context, content, { digest, acceptClosed }),
  );
  registry.handle(savePermissionGroup, ({ params, body }, context) => {
    const { digest, acceptClosed, version, ...content } = body;
    return groups.save(context, { id: params.id, version, content }, { digest, acceptClosed });
  });
  registry.handle(restorePermissionGroup, ({ params, body: { digest, acceptClosed, ...wanted } }, context) =>
    groups.restore(context, { id: params.id, ...wanted }, { digest, acceptClosed }),
  );
  registry.handle(previewPermissionGroup, ({ body }, context) => groups.preview(context, body));
  registry.handle(explainPermission, ({ query }, context) => explainer.explain(context, query));
}

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
