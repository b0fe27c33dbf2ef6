import { z } from 'zod';
import { detailEndpoints } from '../detail/define-detail.ts';
import { defineEndpoint, idParams } from '../endpoint.ts';
import { defineList, listEndpoints } from '../list/define-list.ts';
import { taskKinds, taskPriorities, taskStates } from './task-kinds.ts';

const page = '/app/system/task' as const;
const onTaskPage = { kind: 'page', pages: [page] } as const;
const named = z.strictObject({ id: z.uuid(), name: z.string() });
const priority = z.union(taskPriorities.map((value) => z.literal(value)));

const taskRow = z.strictObject({
  id: z.uuid(),
  kind: z.enum(taskKinds),
  title: z.string(),
  state: z.enum(taskStates),
  priority,
  /** The page where the task is done; null if it isn't done in Lectern. */
  link: z.string().nullable(),
  dueAt: z.iso.datetime().nullable(),
  overdue: z.boolean(),
  snoozedUntil: z.iso.datetime().nullable(),
  assignee: named.nullable(),
  createdBy: named.nullable(),
  department: named.nullable(),
  comments: z.number().int(),
  closedAt: z.iso.datetime().nullable(),
  /** Closed automatically because the state that opened it ended. */
  closedByRule: z.boolean(),
  createdAt: z.iso.datetime(),
  changedAt: z.iso.datetime(),
  version: z.int32(),
});
export type TaskRow = z.output<typeof taskRow>;

export const taskList = defineList({
  id: 'task',
  texts: 'task',
  page,
  path: '/system/tasks',
  row: taskRow,
  columns: {
    title: { always: true },
    kind: {},
    priority: { sort: 'priority' },
    due: { sort: 'due' },
    assignee: {},
    state: {},
    department: {},
    comments: { align: 'end', optional: true },
    createdBy: {},
    created: { sort: 'created', optional: true },
    changed: { sort: 'changed', optional: true },
    closed: { sort: 'closed', optional: true },
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

const taskView = taskRow.extend({
  note: z.string(),
  /** Note by the person who closed it. */
  closeNote: z.string(),
  closedBy: named.nullable(),
  /** Further details from its rule, such as the cause of a failure. */
  about: z.record(z.string(), z.string()),
  /** Closed by a person while its state still applies; it isn't reopened until that state has ended. */
  dismissed: z.boolean(),
});
export type TaskView = z.output<typeof taskView>;

export const getTask = defineEndpoint({
  id: 'task.get',
  method: 'GET',
  path: '/system/tasks/{id}',
  access: onTaskPage,
  summary: 'Get a task you can see',
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

/** Only paths within Lectern are accepted. */
const innerLink = z
  .string()
  .max(300)
  .regex(/^\/app\/[\w/?=&.,%-]*$/, 'a page of Lectern, beginning with /app/');

export const createTask = defineEndpoint({
  id: 'task.create',
  method: 'POST',
  path: '/system/tasks',
  access: onTaskPage,
  summary: 'Create a task for yourself or someone in your data scope',
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
  summary: 'Change, move or snooze a task; 409 if someone else changed it',
  params: idParams,
  body: z
    .strictObject(taskFields)
    .partial()
    .extend({
      state: z.enum(taskStates).optional(),
      snoozedUntil: z.iso.datetime().nullable().optional(),
      /** Why the task was closed. */
      closeNote: z.string().trim().max(500).optional(),
      version: z.int32(),
    }),
  output: taskView,
});

const taskComment = z.strictObject({
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
  summary: 'List the comments on a task, oldest first',
  params: idParams,
  output: z.array(taskComment),
});

export const addTaskComment = defineEndpoint({
  id: 'task.addComment',
  method: 'POST',
  path: '/system/tasks/{id}/comments',
  access: onTaskPage,
  summary: 'Comment on a task; notifies its assignee and creator',
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
  summary: 'Delete one of your comments',
  params: z.strictObject({ id: z.uuid(), commentId: z.uuid() }),
  successStatus: 204,
});

const closing = z.strictObject({ note: z.string().trim().max(500).default('') });

/** Inputs of the `task` list actions. */
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
