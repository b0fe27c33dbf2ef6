import { coursePath } from '@lectern/contract/features/course.ts';
import { resourcePath, reviewQueuePath } from '@lectern/contract/features/resource.ts';
import type { ResourceKind } from '@lectern/contract/features/resource-state.ts';
import { editPath, type ReviewKind, reviewPath } from '@lectern/contract/features/review.ts';
import type { TaskRow, TaskView } from '@lectern/contract/features/task.ts';
import type { TaskKind, TaskPriority, TaskState } from '@lectern/contract/features/task-kinds.ts';
import { type RawBuilder, sql } from 'kysely';
import { dataScopeOf } from '../../platform/access/data-scope.ts';
import type { Principal } from '../../platform/http/principal.ts';

type Linked = {
  id: string;
  kind: string;
  object_type: string | null;
  object_id: string | null;
  details: unknown;
  link: string | null;
};

const workPages = {
  ocr: () => 'imgDetail',
  asr: (kind: ResourceKind) => (kind === 'audio' ? 'asrAudioDetail' : 'asrVideoDetail'),
} as const;

/** The page where the task is done; null when there is none. */
export function linkOf(task: Linked): string | null {
  const id = task.object_id ?? '';
  const details = task.details as { kind?: ResourceKind; step?: keyof typeof workPages };
  const kind = details.kind ?? 'document';
  const reviewed: ReviewKind = kind;
  const links: Record<TaskKind, () => string | null> = {
    byHand: () => task.link,
    review: () => reviewQueuePath({ id, kind }),
    reviewDue: () => reviewPath({ id, kind: reviewed }),
    reviewReturned: () => editPath({ id, kind: reviewed }),
    courseReview: () => coursePath(id),
    jobFailed: () => (task.object_type === 'job' ? '/app/system/health' : resourcePath({ id, kind })),
    loopFailing: () => '/app/system/health',
    textDoubtful: () => `/app/handle/${workPages[details.step ?? 'ocr'](kind)}/${id}`,
    summaryStale: () => `/app/handle/ai?id=${id}`,
    subtitlesMissing: () => `/app/handle/subtitle?id=${id}`,
    recommendationEnding: () => `/app/page/resourceRecommend?entry=${id}`,
    accessAsked: () => `/app/system/accessGroup?request=${task.id}`,
    passwordResetAsked: () => `/app/system/systemAdmin?id=${id}`,
  };
  return links[task.kind as TaskKind]?.() ?? null;
}

type Named = { id: string; name: string };

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

/** The details shown to people; others are internal. */
const shownDetails = ['cause', 'steps', 'why', 'note', 'page', 'severity'];

export function presentTaskView(row: TaskRecord): TaskView {
  const about = shownDetails.flatMap((name) => {
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

/** The columns people can change. */
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

/** A team's tasks: those of the departments in the person's data scope. */
export function teamScope(principal: Principal): RawBuilder<unknown> {
  const scope = dataScopeOf(principal);
  const isForRole = sql`(tasks.for_role is null or tasks.for_role >= ${principal.roleId})`;
  if (scope.kind === 'all') return isForRole;
  if (scope.kind === 'own') return sql`false`;
  return sql`(tasks.department_id = any (${scope.ids}::uuid[]) and tasks.for_role is null)`;
}

/** One's own tasks, those one created by hand, and those of one's team. */
export function taskScope(principal: Principal): RawBuilder<unknown> {
  const { userId } = principal;
  const own = sql`tasks.assignee_id = ${userId} or (tasks.created_by = ${userId} and tasks.kind = 'byHand')`;
  return sql`(${own} or ${teamScope(principal)})`;
}
