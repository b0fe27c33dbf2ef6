import { listSummaries } from '@lectern/contract/features/summary.ts';
import { useEffect } from 'react';
import { ListPage } from '../../components/list-page/list-page.tsx';
import { lazyPage } from '../../lib/lazy-page.tsx';
import { useStore } from '../../lib/use-store.ts';
import { closeSummaryDialog, summaryDialog } from './list/summary-dialog.ts';
import { summaryListView } from './list/summary-list.ts';
import { useSummaryRefresh } from './use-summary-refresh.ts';

/** Their code comes when the first is opened. */
const SummaryDialogs = lazyPage(async () => (await import('./list/summary-dialogs.tsx')).SummaryDialogs);
const shown = [listSummaries];

/** Summaries until somebody has approved and published them. */
export function SummaryPage() {
  useSummaryRefresh(shown);
  const asking = useStore(summaryDialog) !== null;
  useEffect(() => closeSummaryDialog, []);
  return (
    <>
      <ListPage definition={summaryListView} />
      {asking && <SummaryDialogs />}
    </>
  );
}
