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
