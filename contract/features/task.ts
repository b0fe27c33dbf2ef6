import { z } from 'zod';
import { detailEndpoints } from '../detail/define-detail.ts';
import { defineEndpoint, idParams } from '../endpoint.ts';
import { defineList, listEndpoints } from '../list/define-list.ts';
import { taskKinds, taskPriorities, taskStates } from './task-words.ts';

const page = '/app/system/task' as const;
const onTaskPage = { kind: 'page', pages: [page] } as const;
const named = z.strictObject({ id: z.uuid(), name: z.string() });
const priority = z.union(taskPriorities.map((value) => z.literal(value)));

export const taskRow = z.strictObject({
  id: z.uuid(),
  kind: z.enum(taskKinds),
  title: z.string(),
  state: z.enum(taskStates),
  priority,
  /** The page on which it is done; null: nowhere in Lectern. */
  link: z.string().nullable(),
  dueAt: z.iso.datetime().nullable(),
  overdue: z.boolean(),
  snoozedUntil: z.iso.datetime().nullable(),
  assignee: named.nullable(),
  createdBy: named.nullable(),
  department: named.nullable(),
  comments: z.number().int(),
  closedAt: z.iso.datetime().nullable(),
  /** The state that had opened it closed it. */
  closedByRule: z.boolean(),
  createdAt: z.iso.datetime(),
  changedAt: z.iso.datetime(),
  version: z.int32(),
});
export type TaskRow = z.output<typeof taskRow>;

export const taskList = defineList({
  id: 'task',
  page,
  path: '/system/tasks',
  row: taskRow,
  columns: {
    title: { heading: { en: 'To-do', zh: '待办事项' }, always: true },
    kind: { heading: { en: 'Kind', zh: '类型' } },
    priority: { heading: { en: 'Priority', zh: '优先级' }, sort: 'priority' },
    due: { heading: { en: 'Due', zh: '截止' }, sort: 'due' },
    assignee: { heading: { en: 'Assignee', zh: '负责人' } },
    state: { heading: { en: 'State', zh: '状态' } },
    department: { heading: { en: 'Department', zh: '部门' } },
    comments: { heading: { en: 'Comments', zh: '评论' }, align: 'end', optional: true },
    createdBy: { heading: { en: 'From', zh: '来源' } },
    created: { heading: { en: 'Created', zh: '创建时间' }, sort: 'created', optional: true },
    changed: { heading: { en: 'Changed', zh: '更新时间' }, sort: 'changed', optional: true },
    closed: { heading: { en: 'Closed', zh: '关闭时间' }, sort: 'closed', optional: true },
  },
  filters: {
    title: { kind: 'text' },
    kind: { kind: 'many', values: taskKinds },
    state: { kind: 'many', values: taskStates },
    priority: { kind: 'many', values: ['1', '2', '3'] },
    assignee: { kind: 'person' },
    assigned: { kind: 'yesNo' },
    createdBy: { kind: 'person' },
    department: { kind: 'tree', of: 'department' },
    college: { kind: 'tree', of: 'college' },
    due: { kind: 'date' },
    overdue: { kind: 'yesNo' },
    created: { kind: 'date' },
    closed: { kind: 'date' },
    byRule: { kind: 'yesNo' },
  },
  sorts: ['priority', 'due', 'created', 'changed', 'closed'],
  defaultSort: 'due',
  tabs: ['mine', 'team', 'created', 'snoozed', 'done'],
});

export const { list: listTasks, export: exportTasks } = listEndpoints(taskList);

export const taskDetail = {
  type: 'task',
  page,
  ability: 'user',
  path: taskList.path,
  revertable: ['title', 'note', 'priority', 'dueAt', 'assigneeId'],
} as const;
export const taskDetailEndpoints = detailEndpoints(taskDetail);
export const {
  getLock: getTaskLock,
  takeLock: takeTaskLock,
  releaseLock: releaseTaskLock,
  listActivity: listTaskActivity,
  revertActivity: revertTaskActivity,
} = taskDetailEndpoints;

export const taskView = taskRow.extend({
  note: z.string(),
  /** What whoever closed it said. */
  closeNote: z.string(),
  closedBy: named.nullable(),
  /** More of what it is about, as its rule tells it: such as the cause of a failure. */
  about: z.record(z.string(), z.string()),
  /** Closed by a person while its state lasts: it does not come again before that state ended. */
  dismissed: z.boolean(),
});
export type TaskView = z.output<typeof taskView>;

export const getTask = defineEndpoint({
  id: 'task.get',
  method: 'GET',
  path: '/system/tasks/{id}',
  access: onTaskPage,
  summary: 'One to-do that is one’s own, was created by oneself, or lies in one’s data scope',
  params: idParams,
  output: taskView,
});

export const taskFields = {
  title: z.string().trim().min(1).max(200),
  note: z.string().trim().max(4000),
  priority,
  dueAt: z.iso.datetime().nullable(),
  assigneeId: z.uuid().nullable(),
};

/** A page within Lectern, never anywhere else. */
const innerLink = z
  .string()
  .max(300)
  .regex(/^\/app\/[\w/?=&.,%-]*$/, 'a page of Lectern, beginning with /app/');

export const createTask = defineEndpoint({
  id: 'task.create',
  method: 'POST',
  path: '/system/tasks',
  access: onTaskPage,
  summary: 'Write a to-do for oneself, or for somebody in one’s data scope',
  body: z.strictObject({
    title: taskFields.title,
    note: taskFields.note.default(''),
    priority: priority.default(2),
    dueAt: taskFields.dueAt.default(null),
    assigneeId: taskFields.assigneeId.default(null),
    link: innerLink.nullable().default(null),
  }),
  output: taskView,
  successStatus: 201,
});

export const updateTask = defineEndpoint({
  id: 'task.update',
  method: 'PATCH',
  path: '/system/tasks/{id}',
  access: onTaskPage,
  summary: 'Change a to-do, move it on, or put it off; refused when someone changed it meanwhile',
  params: idParams,
  body: z
    .strictObject(taskFields)
    .partial()
    .extend({
      state: z.enum(taskStates).optional(),
      snoozedUntil: z.iso.datetime().nullable().optional(),
      /** Why it is closed. */
      closeNote: z.string().trim().max(500).optional(),
      version: z.int32(),
    }),
  output: taskView,
});

export const taskComment = z.strictObject({
  id: z.uuid(),
  author: named.nullable(),
  text: z.string(),
  createdAt: z.iso.datetime(),
  own: z.boolean(),
});
export type TaskComment = z.output<typeof taskComment>;

export const listTaskComments = defineEndpoint({
  id: 'task.listComments',
  method: 'GET',
  path: '/system/tasks/{id}/comments',
  access: onTaskPage,
  summary: 'What people said about a to-do, oldest first',
  params: idParams,
  output: z.array(taskComment),
});

export const addTaskComment = defineEndpoint({
  id: 'task.addComment',
  method: 'POST',
  path: '/system/tasks/{id}/comments',
  access: onTaskPage,
  summary: 'Say something about a to-do; its assignee and its author hear of it',
  params: idParams,
  body: z.strictObject({ text: z.string().trim().min(1).max(2000) }),
  output: taskComment,
  successStatus: 201,
  rateLimit: { calls: 60, windowMs: 60_000 },
});

export const removeTaskComment = defineEndpoint({
  id: 'task.removeComment',
  method: 'DELETE',
  path: '/system/tasks/{id}/comments/{commentId}',
  access: onTaskPage,
  summary: 'Take back a comment of one’s own',
  params: z.strictObject({ id: z.uuid(), commentId: z.uuid() }),
  successStatus: 204,
});

const closing = z.strictObject({ note: z.string().trim().max(500).default('') });

/** What the actions on to-dos need besides the to-dos; each is an action of the list `task`. */
export const taskActionInputs = {
  assign: z.strictObject({ userId: z.uuid().nullable() }),
  setPriority: z.strictObject({ priority }),
  setDue: z.strictObject({ dueAt: z.iso.datetime().nullable() }),
  snooze: z.strictObject({ until: z.iso.datetime().nullable() }),
  start: z.strictObject({}),
  finish: closing,
  cancel: closing,
  reopen: z.strictObject({}),
} as const;
export type TaskAction = keyof typeof taskActionInputs;
