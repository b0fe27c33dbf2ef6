import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { taskKinds } from './task-kinds.ts';

const myTask = z.strictObject({
  id: z.uuid(),
  kind: z.enum(taskKinds),
  title: z.string(),
  /** The page where the task is done. */
  link: z.string().nullable(),
  dueAt: z.iso.datetime().nullable(),
  overdue: z.boolean(),
});
export type MyTask = z.output<typeof myTask>;

export const myTasks = defineEndpoint({
  id: 'task.mine',
  method: 'GET',
  path: '/profile/tasks',
  access: { kind: 'signedIn' },
  summary: 'List your open tasks, most urgent first',
  /** The number of tasks for a small panel; the task page lists all. */
  query: z.strictObject({ size: z.coerce.number().int().min(1).max(50).default(6) }),
  output: z.strictObject({ rows: z.array(myTask), count: z.number().int() }),
});
