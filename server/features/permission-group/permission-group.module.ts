import type { Platform } from '../../platform/feature-module.ts';
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts';
import type { NotificationService } from '../notification/public.ts';
import type { TaskService } from '../task/public.ts';
import { findUserRecord } from '../user/public.ts';
import { AccessDecisionService } from './access-decision.service.ts';
import { ExplainService } from './explain.service.ts';
import { GroupWriter, groupMembers } from './group-writer.ts';
import { registerAccessDecisions, registerPermissionGroups } from './permission-group.routes.ts';
import { PermissionGroupService } from './permission-group.service.ts';
import { permissionGroupActions } from './permission-group-actions.ts';
import { permissionGroupListSource } from './permission-group-list.source.ts';

type Dependencies = { tasks: TaskService; notifications: NotificationService; forgetHolders: () => void };

export function permissionGroupModule(platform: Platform, dependencies: Dependencies) {
  const { db, publisher } = platform;
  const { tasks, notifications, forgetHolders } = dependencies;
  const writer = new GroupWriter(publisher);
  const groups = new PermissionGroupService(db, writer, forgetHolders);
  const explainer = new ExplainService({
    db,
    sees: async (principal, userId) => (await findUserRecord(db, userId, principal)) !== undefined,
  });
  const decisions = new AccessDecisionService({ db, tasks, notifications, groups, writer });
  publisher.afterPermissions(decisions.closeAnswered);
  return {
    groups,
    members: groupMembers(writer),
    lists: [permissionGroupListSource],
    actions: permissionGroupActions({ groups, writer }),
    register(registry: EndpointRegistry): void {
      registerPermissionGroups(registry, { groups, explainer });
      registerAccessDecisions(registry, decisions);
    },
  };
}
