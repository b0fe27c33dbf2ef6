import { getTask, listTasks } from '@lectern/contract/features/task.ts';
import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ListPage } from '../../components/list-page/list-page.tsx';
import { lazyPage } from '../../lib/lazy-page.tsx';
import { useStore } from '../../lib/store.ts';
import { useLiveRefresh } from '../../lib/use-live-refresh.ts';
import { closeTaskDialog, shownTasks, taskDialog } from './task-dialog.ts';
import { taskListDefinition } from './task-list.tsx';

const TaskDialogs = lazyPage(async () => (await import('./dialogs/task-dialogs.tsx')).TaskDialogs);
const TaskDetail = lazyPage(async () => (await import('./detail/task-detail.tsx')).TaskDetail);
const BoardPage = lazyPage(async () => (await import('./board/board-page.tsx')).BoardPage);
const RulesPage = lazyPage(async () => (await import('./rules/rules-page.tsx')).RulesPage);

const shown = [listTasks, getTask];

/** Tasks as a list or a board, and the rules that create them. */
export function TaskPage() {
  const { searchStr } = useLocation();
  const asking = useStore(taskDialog) !== null;
  const show = shownTasks(searchStr);
  useLiveRefresh('task', shown);
  useEffect(() => closeTaskDialog, []);
  return (
    <>
      {show === 'list' && <ListPage definition={taskListDefinition} />}
      {show === 'board' && <BoardPage />}
      {show === 'rules' && <RulesPage />}
      {new URLSearchParams(searchStr).has('id') && <TaskDetail />}
      {asking && <TaskDialogs />}
    </>
  );
}
