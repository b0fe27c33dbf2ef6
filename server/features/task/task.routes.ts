import { myTasks } from '@lectern/contract/features/my-tasks.ts';
import {
  addTaskComment,
  createTask,
  getTask,
  listTaskComments,
  removeTaskComment,
  type TaskRow,
  taskList,
  updateTask,
} from '@lectern/contract/features/task.ts';
import { listTaskRules, saveTaskRoutes, updateTaskRule } from '@lectern/contract/features/task-rule.ts';
import type { BoundedCount } from '@lectern/contract/list/define-list.ts';
import { sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { Cell } from '../../platform/list/csv.ts';
import { type ExportWords, type ListSource, listSource, type SeenView } from '../../platform/list/list-source.ts';
import { contains, isBelow, isBetweenDays, isOneOf, searches } from '../../platform/list/meanings.ts';
import { countUpTo } from '../../platform/list/read-counts.ts';
import { all, tabCondition } from '../../platform/list/view-conditions.ts';
import { messagesIn } from '../../platform/messages.ts';
import type { CommentService } from './comment.service.ts';
import type { RuleSettingsService } from './rules/rule-settings.service.ts';
import type { TaskCommandService } from './task-command.service.ts';
import { isOverdue, presentTask, type TaskRecord, taskColumns, taskScope, teamScope } from './task-record.ts';

type Services = {
  commands: TaskCommandService;
  comments: CommentService;
  settings: RuleSettingsService;
};

export function registerTasks(registry: EndpointRegistry, services: Services): void {
  const { commands, comments, settings } = services;
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

const isOpen = sql`tasks.state in ('open', 'doing')`;
const isAwake = sql`(tasks.snoozed_until is null or tasks.snoozed_until <= now())`;

/** Whose tasks each tab shows. */
function scopeOf(principal: Principal, view?: SeenView) {
  const { userId } = principal;
  if (view?.tab === 'mine') return sql`tasks.assignee_id = ${userId}`;
  if (view?.tab === 'team') return teamScope(principal);
  if (view?.tab === 'created') return sql`(tasks.created_by = ${userId} and tasks.kind = 'byHand')`;
  return taskScope(principal);
}

export const taskListSource: ListSource = listSource<typeof taskList, TaskRecord>({
  list: taskList,
  from: sql`tasks`,
  id: sql`tasks.id`,
  columns: taskColumns,
  scope: scopeOf,
  search: (text) => searches(sql`tasks.search_text`, text),
  filters: {
    title: (text) => contains(sql`tasks.title`, text),
    kind: (kinds) => isOneOf(sql`tasks.kind`, kinds),
    state: (states) => isOneOf(sql`tasks.state`, states),
    priority: (priorities) => isOneOf(sql`tasks.priority`, priorities.map(Number)),
    assignee: (id) => sql`tasks.assignee_id = ${id}`,
    assigned: (yes) => (yes ? sql`tasks.assignee_id is not null` : sql`tasks.assignee_id is null`),
    createdBy: (id) => sql`tasks.created_by = ${id}`,
    department: (ids) => isBelow(sql`tasks.department_id`, sql`departments`, ids),
    college: (ids) => sql`tasks.department_id in (select id from departments where ${isOneOf(sql`college_id`, ids)})`,
    due: (days, context) => isBetweenDays(sql`tasks.due_at`, days, context),
    overdue: (yes) => (yes ? isOverdue : sql`not ${isOverdue}`),
    created: (days, context) => isBetweenDays(sql`tasks.created_at`, days, context),
    closed: (days, context) => isBetweenDays(sql`tasks.closed_at`, days, context),
    byRule: (yes) => (yes ? sql`tasks.kind <> 'byHand'` : sql`tasks.kind = 'byHand'`),
  },
  sorts: {
    priority: { by: sql`tasks.priority`, type: 'integer' },
    due: { by: sql`coalesce(tasks.due_at, 'infinity'::timestamptz)`, type: 'timestamptz' },
    created: { by: sql`tasks.created_at`, type: 'timestamptz' },
    changed: { by: sql`tasks.updated_at`, type: 'timestamptz' },
    closed: { by: sql`coalesce(tasks.closed_at, 'epoch'::timestamptz)`, type: 'timestamptz' },
  },
  tabs: {
    mine: sql`(${isOpen} and ${isAwake})`,
    team: sql`(${isOpen} and ${isAwake})`,
    created: isOpen,
    snoozed: sql`(${isOpen} and not ${isAwake})`,
    done: sql`tasks.state in ('done', 'cancelled')`,
  },
  countTabs,
  present: presentTask,
  exportCell: (column, row, words) => cells[column as keyof typeof cells](row as TaskRow, words),
});

async function countTabs(db: Executor, principal: Principal): Promise<Record<string, BoundedCount>> {
  const counts = taskList.tabs.map(async (tab) => {
    const conditions = all([scopeOf(principal, { tab }), tabCondition(taskListSource, tab)]);
    return [tab, await countUpTo(db, taskListSource, conditions)] as const;
  });
  return Object.fromEntries(await Promise.all(counts));
}

const cells: Record<keyof typeof taskList.columns, (task: TaskRow, words: ExportWords) => Cell> = {
  title: (task) => task.title,
  kind: (task, { language }) => messagesIn(language).words.taskKinds[task.kind],
  priority: (task, { language }) => messagesIn(language).task.priorities[task.priority],
  due: (task, words) => words.instant(task.dueAt),
  assignee: (task) => task.assignee?.name ?? null,
  state: (task, { language }) => messagesIn(language).task.states[task.state],
  department: (task) => task.department?.name ?? null,
  comments: (task) => task.comments,
  createdBy: (task) => task.createdBy?.name ?? null,
  created: (task, words) => words.instant(task.createdAt),
  changed: (task, words) => words.instant(task.changedAt),
  closed: (task, words) => words.instant(task.closedAt),
};
