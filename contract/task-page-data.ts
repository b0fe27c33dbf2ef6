import { listTasks, taskList } from './features/task.ts';
import { listTaskRules } from './features/task-rule.ts';
import { listData, type PageDataCall } from './page-data-call.ts';

/** What the page of to-dos begins with: the list, or the rules; the board asks for its columns itself. */
export function taskData(url: URL): PageDataCall[] {
  const show = url.searchParams.get('show');
  if (show === 'rules') return [{ endpoint: listTaskRules, quiet: 'answered' }];
  return show === 'board' ? [] : listData(taskList, listTasks, url);
}
