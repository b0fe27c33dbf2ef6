import { listOcr } from '@lectern/contract/features/machine-work.ts';
import { ListPage } from '../../components/list-page/list-page.tsx';
import { useWorkRefresh } from '../../components/work/use-work-refresh.ts';
import { WorkDialogsHost } from './work-dialogs-host.tsx';
import { ocrListView } from './work-list.ts';

const shown = [listOcr];

/** Pictures and scanned pages whose text the machine reads. */
export function OcrPage() {
  useWorkRefresh(shown);
  return (
    <>
      <ListPage definition={ocrListView} />
      <WorkDialogsHost />
    </>
  );
}
