import { navigate } from '../../lib/navigation.ts';

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
