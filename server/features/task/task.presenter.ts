import type { TaskColumns } from './task-columns.ts';

const names = {
  title: 'title',
  note: 'note',
  priority: 'priority',
  due_at: 'dueAt',
  assignee_id: 'assigneeId',
  state: 'state',
  snoozed_until: 'snoozedUntil',
  close_note: 'closeNote',
} as const satisfies Record<keyof TaskColumns, string>;

/** Columns as the API calls them. */
export function presentTaskColumns(columns: Partial<Record<keyof TaskColumns, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(columns).map(([column, value]) => [
      names[column as keyof TaskColumns],
      value instanceof Date ? value.toISOString() : value,
    ]),
  );
}
