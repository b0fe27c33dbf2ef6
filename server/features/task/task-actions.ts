import { type TaskAction, taskActionInputs, taskList } from '@lectern/contract/features/task.ts';
import type { Messages } from '@lectern/contract/messages/messages.ts';
import type { z } from 'zod';
import { AppError } from '../../platform/app-error.ts';
import type { Executor } from '../../platform/db/database.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { messagesIn } from '../../platform/messages.ts';
import { defineAction, type ItemOutcome, type OperationAction } from '../../platform/operation/operation-action.ts';
import type { LockedTask } from './task-change.repository.ts';
import type { TaskChangeService } from './task-change.service.ts';
import type { TaskChange, TaskColumns } from './task-record.ts';

type Input<Id extends TaskAction> = z.output<(typeof taskActionInputs)[Id]>;
type Result = { before: unknown; version: number } | { skip: keyof Messages['task']['skips'] };

/** Bulk actions on tasks. Each sets columns, and Undo restores them. */
export function taskActions(changes: TaskChangeService): OperationAction[] {
  const action = <Id extends TaskAction>(id: Id, activity: string, changeOf: (input: Input<Id>) => TaskChange) => {
    const set = async (work: Work, change: TaskChange, verb: string): Promise<Result> => {
      const columns = Object.keys(change) as (keyof TaskColumns)[];
      const before = Object.fromEntries(columns.map((column) => [column, work.task[column]]));
      const version = await changes.change(work.transaction, work.actor, work.task, change, verb);
      return version === work.task.version ? { skip: 'asWanted' } : { before, version };
    };
    return defineAction<Input<Id>>({
      id,
      list: taskList.id,
      page: taskList.page,
      undoable: true,
      input: taskActionInputs[id] as unknown as z.ZodType<Input<Id>>,
      apply: (transaction, objectId, input, actor) =>
        onTask(changes, { transaction, objectId, actor }, (work) => set(work, changeOf(input), activity)),
      undo: (transaction, item, actor) =>
        onTask(changes, { transaction, objectId: item.objectId, actor }, async (work) =>
          work.task.version === item.version
            ? set(work, datesOf(item.before as TaskChange), 'task.changeUndone')
            : { skip: 'changedSince' },
        ),
    });
  };
  const instant = (value: string | null) => (value === null ? null : new Date(value));
  return [
    action('assign', 'task.assigned', ({ userId }) => ({ assignee_id: userId })),
    action('setPriority', 'task.updated', ({ priority }) => ({ priority })),
    action('setDue', 'task.updated', ({ dueAt }) => ({ due_at: instant(dueAt) })),
    action('snooze', 'task.snoozed', ({ until }) => ({ snoozed_until: instant(until) })),
    action('start', 'task.started', () => ({ state: 'doing' })),
    action('finish', 'task.finished', ({ note }) => ({ state: 'done', ...(note && { close_note: note }) })),
    action('cancel', 'task.cancelled', ({ note }) => ({ state: 'cancelled', ...(note && { close_note: note }) })),
    action('reopen', 'task.reopened', () => ({ state: 'open' })),
  ];
}

type Work = { transaction: Executor; task: LockedTask; actor: SignedInContext };

/** Locks the row; a refusal becomes a skip that names the task. */
async function onTask(
  changes: TaskChangeService,
  { transaction, objectId, actor }: { transaction: Executor; objectId: string; actor: SignedInContext },
  act: (work: Work) => Promise<Result>,
): Promise<ItemOutcome> {
  const task = await changes.take(transaction, actor, objectId);
  const label = task.title;
  const skipped = (reason: string): ItemOutcome => ({ label, state: 'skipped', reason });
  try {
    const result = await act({ transaction, task, actor });
    return 'skip' in result
      ? skipped(messagesIn(actor.language).task.skips[result.skip])
      : { label, state: 'done', ...result };
  } catch (error) {
    if (error instanceof AppError) return skipped(error.messageIn(actor.language));
    throw error;
  }
}

/** Dates stored as JSON text become dates again. */
function datesOf(before: TaskChange): TaskChange {
  const dates = (['due_at', 'snoozed_until'] as const).flatMap((column) => {
    const value = before[column];
    return typeof value === 'string' ? [[column, new Date(value)]] : [];
  });
  return { ...before, ...Object.fromEntries(dates) };
}
