import { listAsr } from '@lectern/contract/features/machine-work.ts';
import { ListPage } from '../../components/list-page/list-page.tsx';
import { useWorkRefresh } from '../../components/work/use-work-refresh.ts';
import { WorkDialogsHost } from './work-dialogs-host.tsx';
import { asrListView } from './work-list.ts';

const shown = [listAsr];

/** Recordings whose speech the machine writes down. */
export function AsrPage() {
  useWorkRefresh(shown);
  return (
    <>
      <ListPage definition={asrListView} />
      <WorkDialogsHost />
    </>
  );
}
