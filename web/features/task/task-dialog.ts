import type { TaskAction, TaskRow } from '@lectern/contract/features/task.ts';
import type { RowTarget } from '../../lib/actions.ts';
import { navigate } from '../../lib/navigation.ts';
import { createStore } from '../../lib/store.ts';

export type TaskTarget = RowTarget<TaskRow>;
/** Actions that open a dialog first. */
export type AskingAction = Extract<TaskAction, 'assign' | 'setPriority' | 'setDue' | 'snooze' | 'finish' | 'cancel'>;

/** The dialog open over the tasks; actions open it from menus, the bulk bar, keys, the board or the palette. */
type TaskDialog = { kind: 'create' } | { kind: 'ask'; action: AskingAction; target: TaskTarget };

export const taskDialog = createStore<TaskDialog | null>(null);

export function closeTaskDialog(): void {
  taskDialog.set(null);
}

export const taskPage = '/app/system/task';
type TaskShow = 'list' | 'board' | 'rules';

/** The view named in the address; defaults to the list. */
export function shownTasks(searchStr: string): TaskShow {
  const show = new URLSearchParams(searchStr).get('show');
  return show === 'board' || show === 'rules' ? show : 'list';
}

export function showTasks(show: TaskShow): void {
  navigate(show === 'list' ? taskPage : `${taskPage}?show=${show}`);
}
