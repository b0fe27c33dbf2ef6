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
  exportPermissionGroups,
  getPermissionGroup,
  listPermissionGroups,
  listPermissionGroupVersions,
  type PermissionGroupRow,
  previewPermissionGroup,
  restorePermissionGroup,
  savePermissionGroup,
} from '@lectern/contract/features/permission-group.ts';
import type { ListPage } from '@lectern/contract/list/define-list.ts';
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts';
import type { ListExporter } from '../../platform/list/list-exporter.ts';
import type { ListReader } from '../../platform/list/list-reader.ts';
import type { AccessDecisionService } from './access-decision.service.ts';
import type { ExplainService } from './explain.service.ts';
import type { PermissionGroupService } from './permission-group.service.ts';
import { permissionGroupListSource } from './permission-group-list.source.ts';

type Dependencies = {
  groups: PermissionGroupService;
  explainer: ExplainService;
  reader: ListReader;
  exporter: ListExporter;
};

export function registerPermissionGroups(registry: EndpointRegistry, dependencies: Dependencies): void {
  const { groups, explainer, reader, exporter } = dependencies;
  registry.handle(
    listPermissionGroups,
    async ({ query }, { principal }) =>
      (await reader.page(permissionGroupListSource, query, principal)) as ListPage<PermissionGroupRow>,
  );
  registry.handleStream(exportPermissionGroups, ({ query }, context, { reply }) =>
    exporter.answer(permissionGroupListSource, query, context, reply),
  );
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
