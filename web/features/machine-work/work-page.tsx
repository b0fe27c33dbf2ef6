import { getWork, getWorkOverview, listWork } from '@lectern/contract/features/machine-work.ts';
import { useLocation } from '@tanstack/react-router';
import { ListPage } from '../../components/list-page/list-page.tsx';
import { useWorkRefresh } from '../../components/work/use-work-refresh.ts';
import { lazyPage } from '../../lib/lazy-page.tsx';
import { WorkDialogsHost } from './work-dialogs-host.tsx';
import { workListView } from './work-list.ts';

/** Its code comes when the first row is opened. */
const WorkSheet = lazyPage(async () => (await import('./work-sheet.tsx')).WorkSheet);
const shown = [listWork, getWork, getWorkOverview];

/** What machines do, did, and could not do. */
export function WorkPage() {
  const { searchStr } = useLocation();
  useWorkRefresh(shown);
  return (
    <>
      <ListPage definition={workListView} />
      {new URLSearchParams(searchStr).has('id') && <WorkSheet />}
      <WorkDialogsHost />
    </>
  );
}
