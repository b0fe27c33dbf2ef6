import type { TaskPriority, TaskState } from '@lectern/contract/features/task-kinds.ts';

/** What people change of a to-do. */
export type TaskColumns = {
  title: string;
  note: string;
  priority: TaskPriority;
  due_at: Date | null;
  assignee_id: string | null;
  state: TaskState;
  snoozed_until: Date | null;
  close_note: string;
};
export type TaskChange = Partial<TaskColumns>;
