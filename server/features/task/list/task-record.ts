import type { TaskRow, TaskView } from '@lectern/contract/features/task.ts';
import { sql } from 'kysely';
import { linkOf } from '../task-link.ts';

type Named = { id: string; name: string };

/** A row of the list, as the database gives it. */
export type TaskRecord = {
  id: string;
  kind: TaskRow['kind'];
  title: string;
  note: string;
  state: TaskRow['state'];
  priority: TaskRow['priority'];
  object_type: string | null;
  object_id: string | null;
  details: Record<string, unknown>;
  link: string | null;
  due_at: Date | null;
  overdue: boolean;
  snoozed_until: Date | null;
  assignee: Named | null;
  created_by: Named | null;
  department: Named | null;
  comments: number;
  closed_at: Date | null;
  closed_by: Named | null;
  closed_by_rule: boolean;
  close_note: string;
  dismissed: boolean;
  created_at: Date;
  updated_at: Date;
  version: number;
};

const person = (column: string) => sql`(select jsonb_build_object('id', person.id, 'name', person.name)
  from users person where person.id = tasks.${sql.ref(column)}) as ${sql.ref(column.replace(/_id$/, ''))}`;

export const isOverdue = sql`(tasks.due_at is not null and tasks.due_at < now() and tasks.state in ('open', 'doing'))`;

export const taskColumns = sql`tasks.id, tasks.kind, tasks.title, tasks.note, tasks.state, tasks.priority,
  tasks.object_type, tasks.object_id, tasks.details, tasks.link, tasks.due_at, ${isOverdue} as overdue,
  case when tasks.snoozed_until > now() then tasks.snoozed_until end as snoozed_until,
  ${person('assignee_id')}, ${person('created_by')}, ${person('closed_by')},
  (select jsonb_build_object('id', departments.id, 'name', departments.name) from departments
    where departments.id = tasks.department_id) as department,
  tasks.comments, tasks.closed_at, tasks.closed_by_rule, tasks.close_note, tasks.dismissed, tasks.created_at,
  tasks.updated_at, tasks.version`;

export function presentTask(row: TaskRecord): TaskRow {
  return {
    id: row.id,
    kind: row.kind,
    title: row.title,
    state: row.state,
    priority: row.priority,
    link: linkOf(row),
    dueAt: row.due_at?.toISOString() ?? null,
    overdue: row.overdue,
    snoozedUntil: row.snoozed_until?.toISOString() ?? null,
    assignee: row.assignee,
    createdBy: row.created_by,
    department: row.department,
    comments: row.comments,
    closedAt: row.closed_at?.toISOString() ?? null,
    closedByRule: row.closed_by_rule,
    createdAt: row.created_at.toISOString(),
    changedAt: row.updated_at.toISOString(),
    version: row.version,
  };
}

/** What of the details people read: how the rest is called is nobody's business. */
const told = ['cause', 'steps', 'why', 'note', 'page', 'severity'];

export function presentTaskView(row: TaskRecord): TaskView {
  const about = told.flatMap((name) => {
    const value = row.details[name];
    return typeof value === 'string' && value !== '' ? [[name, value]] : [];
  });
  return {
    ...presentTask(row),
    note: row.note,
    closeNote: row.close_note,
    closedBy: row.closed_by,
    about: Object.fromEntries(about),
    dismissed: row.dismissed,
  };
}
