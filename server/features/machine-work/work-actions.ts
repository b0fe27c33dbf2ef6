import type { OperationAction } from '../../platform/operation/operation-action.ts';
import type { WorkTarget } from './work.repository.ts';
import { priorities, type WorkChangeService, workAction } from './work-change.service.ts';

type Bounded = { from: number; to: number };
type Checked = { check: WorkTarget['check_state'] };

export function workActions(changes: WorkChangeService): OperationAction[] {
  const moved = (id: 'raise' | 'lower', by: 1 | -1) =>
    workAction(id, {
      ability: 'editor',
      apply: ({ transaction, actor, work }) => changes.prioritise(transaction, actor, work, work.priority + by),
      before: (work): Bounded => ({ from: work.priority, to: work.priority + by }),
      undo: async ({ transaction, actor, work }, before) => {
        const { from, to } = before as Bounded;
        return work.priority === to ? changes.prioritise(transaction, actor, work, from) : 'changedSince';
      },
    });
  return [
    ...workAction('run', {
      apply: ({ transaction, actor, work }, { options }) => changes.run(transaction, actor, work, { options }),
    }),
    ...workAction('runMissing', {
      ability: 'editor',
      apply: ({ transaction, actor, work }) =>
        changes.run(transaction, actor, work, { priority: priorities.catchingUp }),
    }),
    ...workAction('cancel', {
      apply: ({ transaction, actor, work }) => changes.cancel(transaction, actor, work),
      undo: async ({ transaction, actor, work }) =>
        work.state === 'cancelled' ? changes.run(transaction, actor, work, {}) : 'changedSince',
    }),
    ...moved('raise', 1),
    ...moved('lower', -1),
    ...workAction('markChecked', {
      apply: ({ transaction, actor, work }) => changes.check(transaction, actor, work, 'checked'),
      before: (work): Checked => ({ check: work.check_state }),
      undo: async ({ transaction, actor, work }, before) =>
        work.check_state === 'checked'
          ? changes.check(transaction, actor, work, (before as Checked).check)
          : 'changedSince',
    }),
  ];
}
