import type { TaskState } from '@lectern/contract/features/task-kinds.ts';
import { dataScopeOf } from '../../platform/access/data-scope.ts';
import { recordActivity } from '../../platform/activity/record-activity.ts';
import { AppError, invalidField } from '../../platform/app-error.ts';
import type { Executor } from '../../platform/db/database.ts';
import type { EventPublisher } from '../../platform/events/event-publisher.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import type { RuleBook } from './rules/rule-book.ts';
import { findOpenTask } from './task.repository.ts';
import type { TaskAnnouncer } from './task-announcer.ts';
import { findAssignable, type LockedTask, lockTask, updateTaskColumns } from './task-change.repository.ts';
import type { TaskChange, TaskColumns } from './task-record.ts';

type Dependencies = { rules: RuleBook; publisher: EventPublisher; announcer: TaskAnnouncer };

/** Changes single tasks, records the activity and notifies the people involved. */
export class TaskChangeService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  async take(transaction: Executor, { principal }: SignedInContext, id: string): Promise<LockedTask> {
    const task = await lockTask(transaction, id, principal);
    if (!task) throw new AppError('notFound');
    return task;
  }

  /** Returns the new version; equal values are ignored. */
  async change(
    transaction: Executor,
    context: SignedInContext,
    task: LockedTask,
    wanted: TaskChange,
    action = 'task.updated',
  ): Promise<number> {
    const changed = changedOf(task, wanted);
    if (changed.length === 0) return task.version;
    const change: TaskChange = Object.fromEntries(changed.map((column) => [column, wanted[column]]));
    await this.#judge(transaction, context.principal, task, change);
    const version = await updateTaskColumns(transaction, task.id, {
      ...change,
      ...this.#consequences(context, task, change),
    });
    await recordActivity(transaction, context, {
      action,
      objectType: 'task',
      objectId: task.id,
      before: presentTaskColumns(Object.fromEntries(changed.map((column) => [column, task[column]]))),
      after: presentTaskColumns(change),
    });
    await this.#notify(transaction, context, { ...task, ...change }, change);
    return version;
  }

  /** Checks the assignee: oneself, or an active person in one's data scope. */
  async judgeAssignee(transaction: Executor, principal: Principal, id: string) {
    const scope = dataScopeOf(principal);
    const departmentIds = scope.kind === 'all' ? 'all' : scope.kind === 'departments' ? scope.ids : [];
    const person = await findAssignable(transaction, id, { departmentIds, selfId: principal.userId });
    if (!person) throw invalidField('assigneeId', 'cannotAssign');
    return person;
  }

  async #judge(transaction: Executor, principal: Principal, task: LockedTask, change: TaskChange): Promise<void> {
    if (change.title !== undefined && task.kind !== 'byHand') throw invalidField('title', 'titleAutomatic');
    const isOver = task.state === 'done' || task.state === 'cancelled';
    if (isOver && change.state === undefined) throw new AppError('taskClosed');
    if (change.assignee_id) await this.judgeAssignee(transaction, principal, change.assignee_id);
    const isTwin =
      isOver && isOpen(change.state) && task.dedupe_key && (await findOpenTask(transaction, task.dedupe_key));
    if (isTwin || (isOver && isOpen(change.state) && task.closed_by_rule)) throw new AppError('taskNotReopened');
  }

  #consequences({ principal }: SignedInContext, task: LockedTask, change: TaskChange) {
    if (change.state === undefined) return {};
    if (isOpen(change.state)) {
      return { closed_at: null, closed_by: null, close_note: '', dismissed: false, closed_by_rule: false };
    }
    // Marked as dismissed, because the ongoing state would reopen it at once. Tasks requested by people aren't, so
    // they can be requested again.
    const by = this.#dependencies.rules.find(task.kind)?.by;
    const dismissed = by !== undefined && by !== 'person';
    return { closed_at: new Date(), closed_by: principal.userId, snoozed_until: null, dismissed };
  }

  async #notify(
    transaction: Executor,
    { principal }: SignedInContext,
    task: LockedTask,
    change: TaskChange,
  ): Promise<void> {
    const { announcer, publisher } = this.#dependencies;
    const by = { id: principal.userId, name: principal.name };
    if (change.assignee_id) await announcer.assigned(transaction, task, by);
    const isClosed = change.state === 'done' || change.state === 'cancelled';
    if (isClosed && task.kind === 'byHand') await announcer.concerned(transaction, task, by, 'taskDone');
    await publisher.publish(transaction, null, { topic: 'task' });
  }
}

function isOpen(state: TaskState | undefined): boolean {
  return state === 'open' || state === 'doing';
}

function changedOf(task: LockedTask, wanted: TaskChange): (keyof TaskColumns)[] {
  const columns = Object.keys(wanted) as (keyof TaskColumns)[];
  return columns.filter((column) => wanted[column] !== undefined && !isSame(wanted[column], task[column]));
}

function isSame(one: unknown, other: unknown): boolean {
  return one instanceof Date && other instanceof Date ? one.getTime() === other.getTime() : one === other;
}

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

function presentTaskColumns(columns: Partial<Record<keyof TaskColumns, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(columns).map(([column, value]) => [
      names[column as keyof TaskColumns],
      value instanceof Date ? value.toISOString() : value,
    ]),
  );
}
