import { myTasks } from '@lectern/contract/features/my-tasks.ts';
import {
  addTaskComment,
  createTask,
  exportTasks,
  getTask,
  listTaskComments,
  listTasks,
  removeTaskComment,
  type TaskRow,
  updateTask,
} from '@lectern/contract/features/task.ts';
import { listTaskRules, saveTaskRoutes, updateTaskRule } from '@lectern/contract/features/task-rule.ts';
import type { ListPage } from '@lectern/contract/list/define-list.ts';
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts';
import type { ListExporter } from '../../platform/list/list-exporter.ts';
import type { ListReader } from '../../platform/list/list-reader.ts';
import type { CommentService } from './comment.service.ts';
import { taskListSource } from './list/task-list.source.ts';
import type { RuleSettingsService } from './rules/rule-settings.service.ts';
import type { TaskCommandService } from './task-command.service.ts';

type Services = {
  commands: TaskCommandService;
  comments: CommentService;
  settings: RuleSettingsService;
  reader: ListReader;
  exporter: ListExporter;
};

export function registerTasks(registry: EndpointRegistry, services: Services): void {
  const { commands, comments, settings, reader, exporter } = services;
  registry.handle(
    listTasks,
    async ({ query }, { principal }) => (await reader.page(taskListSource, query, principal)) as ListPage<TaskRow>,
  );
  registry.handleStream(exportTasks, ({ query }, context, { reply }) =>
    exporter.answer(taskListSource, query, context, reply),
  );
  registry.handle(getTask, ({ params }, context) => commands.get(context, params.id));
  registry.handle(createTask, ({ body }, context) => commands.create(context, body));
  registry.handle(updateTask, ({ params, body }, context) => commands.update(context, params.id, body));
  registry.handle(myTasks, ({ query }, context) => commands.mine(context, query.size));
  registry.handle(listTaskComments, ({ params }, context) => comments.list(context, params.id));
  registry.handle(addTaskComment, ({ params, body }, context) => comments.add(context, params.id, body.text));
  registry.handle(removeTaskComment, async ({ params }, context) => {
    await comments.remove(context, params);
    return null;
  });
  registry.handle(listTaskRules, () => settings.list());
  registry.handle(updateTaskRule, ({ params, body }, context) => settings.update(context, params.kind, body));
  registry.handle(saveTaskRoutes, ({ params, body }, context) => settings.saveRoutes(context, params.kind, body));
}
