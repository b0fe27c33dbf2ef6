import { taskDetailEndpoints } from '@lectern/contract/features/task.ts';
import type { Logger } from 'pino';
import { registerActivity } from './features/activity/activity.routes.ts';
import { ActivityService } from './features/activity/activity.service.ts';
import { registerEditLock } from './features/edit-lock/edit-lock.routes.ts';
import { EditLockService } from './features/edit-lock/edit-lock.service.ts';
import type { NotificationService } from './features/notification/notification.service.ts';
import { taskActions } from './features/task/actions/task-actions.ts';
import { CommentService } from './features/task/comment.service.ts';
import { taskListSource } from './features/task/list/task-list.source.ts';
import { makeRounds } from './features/task/rounds.ts';
import { listAdministrators } from './features/task/rules/route.repository.ts';
import { productRules, RuleBook } from './features/task/rules/rule-book.ts';
import { RuleSettingsService } from './features/task/rules/rule-settings.service.ts';
import { RuleSync } from './features/task/rules/rule-sync.ts';
import { TaskLoop } from './features/task/rules/task-loop.ts';
import type { TaskRule } from './features/task/rules/task-rule.ts';
import { taskRoundsJob } from './features/task/task.jobs.ts';
import { registerTasks } from './features/task/task.routes.ts';
import { TaskService } from './features/task/task.service.ts';
import { TaskAnnouncer } from './features/task/task-announcer.ts';
import { TaskChangeService } from './features/task/task-change.service.ts';
import { TaskCommandService } from './features/task/task-command.service.ts';
import { taskDetailSource } from './features/task/task-detail.source.ts';
import type { Db } from './platform/db/database.ts';
import type { EventPublisher } from './platform/events/event-publisher.ts';
import type { EndpointRegistry } from './platform/http/endpoint-registry.ts';
import type { ListExporter } from './platform/list/list-exporter.ts';
import type { ListReader } from './platform/list/list-reader.ts';

type Given = {
  db: Db;
  publisher: EventPublisher;
  notifications: NotificationService;
  logger: Logger;
  /** Besides those of the product itself. */
  rules?: readonly TaskRule[];
};

/** Part of the container: to-dos, and the states that open and close them. */
export function buildTasks({ db, publisher, notifications, logger, rules: more = [] }: Given) {
  const rules = new RuleBook([...productRules, ...more]);
  const tasks = new TaskService(rules, publisher);
  const announcer = new TaskAnnouncer(notifications);
  const sync = new RuleSync({ tasks, rules, announcer });
  const loop = new TaskLoop({ db, rules, sync, logger });
  const changes = new TaskChangeService({ rules, publisher, announcer });
  return {
    tasks,
    loop,
    source: taskListSource,
    actions: taskActions(changes),
    definitions: [taskRoundsJob({ rules, loop, announcer })],
    /** What the job does, for whoever can’t wait for it. */
    rounds: (run: Db, options: Parameters<typeof makeRounds>[2]) =>
      makeRounds(run, { rules, loop, announcer }, options),
    administrators: listAdministrators,
    register(registry: EndpointRegistry, { reader, exporter }: { reader: ListReader; exporter: ListExporter }): void {
      const parts = { db, changes, publisher, announcer };
      const commands = new TaskCommandService(parts);
      const comments = new CommentService(parts);
      const settings = new RuleSettingsService({ db, rules, sync });
      registerTasks(registry, { commands, comments, settings, reader, exporter });
      const detail = taskDetailSource(commands);
      registerEditLock(registry, taskDetailEndpoints, detail, new EditLockService(db));
      registerActivity(registry, taskDetailEndpoints, detail, new ActivityService(db));
    },
  };
}
