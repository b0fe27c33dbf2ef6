import type { CurrentUser } from '@lectern/contract/features/auth.ts';
import type { TaskAction, TaskRow } from '@lectern/contract/features/task.ts';
import { hasAbility } from '@lectern/contract/roles.ts';
import type { Action, RowAction } from '../../lib/actions.ts';
import { beginOperation } from '../../lib/begin-operation.ts';
import type { IconName } from '../../lib/icon-name.ts';
import { ownPath } from '../../lib/own-path.ts';
import { type AskingAction, showTasks, type TaskTarget, taskDialog } from './task-dialog.ts';

export const isOpen = (task: Pick<TaskRow, 'state'>) => task.state === 'open' || task.state === 'doing';

export const newTaskAction: Action = {
  id: 'task.create',
  group: 'create',
  icon: 'plus',
  keys: 'Shift+n',
  label: (texts) => texts.task.actions.create,
  run: () => taskDialog.set({ kind: 'create' }),
};

export const boardAction: Action = {
  id: 'task.board',
  group: 'view',
  icon: 'tiles',
  label: (texts) => texts.task.actions.board,
  run: () => showTasks('board'),
};

export const rulesAction: Action = {
  id: 'task.rules',
  group: 'view',
  icon: 'sliders',
  label: (texts) => texts.task.actions.rules,
  mayI: (me) => hasAbility(me.roleId, 'admin'),
  run: () => showTasks('rules'),
};

type Extra = Partial<Pick<RowAction<TaskRow>, 'on' | 'look' | 'keys' | 'separated' | 'handy'>> & {
  fits?: (task: TaskRow, me: CurrentUser) => boolean;
};

function action(
  name: keyof typeof import('@lectern/contract/messages/en/task.ts').task.actions,
  icon: IconName,
  run: RowAction<TaskRow>['run'],
  extra: Extra = {},
): RowAction<TaskRow> {
  return {
    on: 'both',
    fits: isOpen,
    ...extra,
    id: `task.${name}`,
    icon,
    label: (texts) => texts.task.actions[name],
    run,
  };
}

const ask = (name: AskingAction) => (target: TaskTarget) => taskDialog.set({ kind: 'ask', action: name, target });
const atOnce = (name: TaskAction, input?: Record<string, unknown>) => (target: TaskTarget) =>
  startOn(name, target, input);

/** Starts an operation on the selected tasks, then clears the selection. */
export async function startOn(name: TaskAction, target: TaskTarget, input?: Record<string, unknown>): Promise<void> {
  const { selection, count } = target;
  await beginOperation({ list: 'task', action: name, selection, count, ...(input && { input }) });
  target.done();
}

/** Opens the page where the task is done. */
export const doAction: RowAction<TaskRow> = action(
  'doIt',
  'moveTo',
  ({ row }, { navigate }) => {
    const link = ownPath(row?.link ?? null);
    if (link) navigate(link);
  },
  { on: 'one', keys: 'o', fits: (task) => isOpen(task) && ownPath(task.link) !== null },
);

export const taskActions: readonly RowAction<TaskRow>[] = [
  doAction,
  action('takeOn', 'person', (target, { user }) => startOn('assign', target, { userId: user.id }), {
    fits: (task, me) => isOpen(task) && task.assignee?.id !== me.id,
    separated: true,
  }),
  action('assign', 'people', ask('assign'), { handy: true, keys: 'a' }),
  action('setPriority', 'arrowUp', ask('setPriority')),
  action('setDue', 'clock', ask('setDue'), { handy: true }),
  action('snooze', 'moon', ask('snooze'), {
    handy: true,
    keys: 's',
    fits: (task) => isOpen(task) && !task.snoozedUntil,
  }),
  action('wake', 'sun', atOnce('snooze', { until: null }), {
    fits: (task) => isOpen(task) && task.snoozedUntil !== null,
  }),
  action('start', 'play', atOnce('start'), { separated: true, fits: (task) => task.state === 'open' }),
  action('finish', 'check', ask('finish'), { handy: true, keys: 'f' }),
  action('cancel', 'ban', ask('cancel'), { look: 'danger' }),
  action('reopen', 'undo', atOnce('reopen'), { fits: (task) => !isOpen(task) && !task.closedByRule }),
];
