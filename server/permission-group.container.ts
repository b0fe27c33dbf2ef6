import type { NotificationService } from './features/notification/notification.service.ts';
import { registerAccessDecisions } from './features/permission-group/access-decision.routes.ts';
import { AccessDecisionService } from './features/permission-group/access-decision.service.ts';
import { permissionGroupActions } from './features/permission-group/actions/permission-group-actions.ts';
import { ExplainService } from './features/permission-group/explain.service.ts';
import { GroupWriter } from './features/permission-group/group-writer.ts';
import { registerPermissionGroups } from './features/permission-group/permission-group.routes.ts';
import { PermissionGroupService } from './features/permission-group/permission-group.service.ts';
import type { TaskService } from './features/task/task.service.ts';
import { findUserRecord } from './features/user/user.repository.ts';
import type { Db } from './platform/db/database.ts';
import type { EventPublisher } from './platform/events/event-publisher.ts';
import type { EndpointRegistry } from './platform/http/endpoint-registry.ts';
import type { ListExporter } from './platform/list/list-exporter.ts';
import type { ListReader } from './platform/list/list-reader.ts';

type Given = {
  db: Db;
  publisher: EventPublisher;
  tasks: TaskService;
  notifications: NotificationService;
  forgetHolders: () => void;
};

/** Permission groups, why somebody may open a page, and the answers to who asks for one. */
export function buildPermissionGroups({ db, publisher, tasks, notifications, forgetHolders }: Given) {
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
    actions: permissionGroupActions({ groups, writer }),
    register(registry: EndpointRegistry, { reader, exporter }: { reader: ListReader; exporter: ListExporter }): void {
      registerPermissionGroups(registry, { groups, explainer, reader, exporter });
      registerAccessDecisions(registry, decisions);
    },
  };
}
