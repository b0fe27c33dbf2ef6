import type { TaskAction, TaskRow } from '@lectern/contract/features/task.ts';
import type { RowTarget } from '../../lib/actions.ts';
import { navigate } from '../../lib/navigation.ts';
import { createStore } from '../../lib/store.ts';

export type TaskTarget = RowTarget<TaskRow>;
/** Actions that have to ask something first. */
export type AskingAction = Extract<TaskAction, 'assign' | 'setPriority' | 'setDue' | 'snooze' | 'finish' | 'cancel'>;

/** What lies over the to-dos. Actions open it from wherever they are called: menu, bar, keys, board or palette. */
type TaskDialog = { kind: 'create' } | { kind: 'ask'; action: AskingAction; target: TaskTarget };

export const taskDialog = createStore<TaskDialog | null>(null);

export function closeTaskDialog(): void {
  taskDialog.set(null);
}

export const taskPage = '/app/system/task';
type TaskShow = 'list' | 'board' | 'rules';

/** What the page shows, as its address says it: the list unless told. */
export function shownTasks(searchStr: string): TaskShow {
  const show = new URLSearchParams(searchStr).get('show');
  return show === 'board' || show === 'rules' ? show : 'list';
}

export function showTasks(show: TaskShow): void {
  navigate(show === 'list' ? taskPage : `${taskPage}?show=${show}`);
}
