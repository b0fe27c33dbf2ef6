import { listSummaries } from '@lectern/contract/features/summary.ts';
import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ListPage } from '../../components/list-page/list-page.tsx';
import { lazyPage } from '../../lib/lazy-page.tsx';
import { useStore } from '../../lib/use-store.ts';
import { closeSummaryDialog, summaryDialog } from './list/summary-dialog.ts';
import { summaryListView } from './list/summary-list.ts';
import { useSummaryRefresh } from './use-summary-refresh.ts';

/** Their code comes when the first is opened. */
const SummaryDialogs = lazyPage(async () => (await import('./list/summary-dialogs.tsx')).SummaryDialogs);
const SummaryEditPage = lazyPage(async () => (await import('./edit/summary-edit-page.tsx')).SummaryEditPage);
const shown = [listSummaries];

/** Summaries until somebody has approved and published them; with `?id=`, the one of a resource. */
export function SummaryPage() {
  const { searchStr } = useLocation();
  return new URLSearchParams(searchStr).has('id') ? <SummaryEditPage /> : <SummaryListPage />;
}

function SummaryListPage() {
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
