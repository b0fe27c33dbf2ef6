import { getOperation, type OperationItem, type OperationRow } from '@lectern/contract/features/operation.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Banner } from '../../components/banner.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { useFormat } from '../../lib/format.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { useLiveEvents } from '../../lib/live-events.ts';
import { queryOf } from '../../lib/queries.ts';
import { OperationItems } from './operation-items.tsx';
import { OperationResult, OperationStatus } from './operation-state.tsx';
import { nameOf } from './operation-words.ts';
import './operation-report.css';

/** What happened to each object of one operation, live while it runs. */
export function OperationReport({ id, onClose }: { id: string; onClose: () => void }) {
  const texts = useTexts();
  const client = useQueryClient();
  const asked = queryOf(getOperation, { params: { id } }, { quiet: true });
  const query = useQuery({ ...asked, staleTime: 0 });
  useLiveEvents('operation', (event) => {
    if (event.operation.id === id) client.setQueryData(asked.queryKey, event.operation);
  });
  const title = query.data ? nameOf(query.data, texts) : texts.operation.report;
  return (
    <Dialog open onClose={onClose} title={title} className="operation-report">
      {query.isError && (
        <ErrorPanel error={query.error} retrying={query.isFetching} onRetry={() => void query.refetch()} />
      )}
      {query.data && <Report row={query.data} />}
    </Dialog>
  );
}

type Filter = OperationItem['state'] | 'all';

/** What needs a look comes first, as it does among the rows. */
const filters: readonly Filter[] = ['all', 'failed', 'skipped', 'done', 'undone', 'pending'];

function Report({ row }: { row: OperationRow }) {
  const { operation: texts } = useTexts();
  const { dateTime, number } = useFormat();
  const [filter, setFilter] = useState<Filter>('all');
  const counts: Record<Filter, number> = {
    all: row.total ?? 0,
    failed: row.failed,
    skipped: row.skipped,
    done: row.done - row.undone,
    undone: row.undone,
    pending: (row.total ?? 0) - row.done - row.skipped - row.failed,
  };
  const states = filters.filter((state) => state === 'all' || counts[state] > 0);
  const label = (state: Filter) => (state === 'all' ? texts.allItems : texts.itemStates[state]);
  return (
    <>
      <div className="operation-report-facts">
        <OperationStatus row={row} />
        <OperationResult row={row} />
        <span>
          {fillText(texts.startedAt, { time: dateTime(row.createdAt) })}
          {row.finishedAt && `, ${fillText(texts.endedAt, { time: dateTime(row.finishedAt) })}`}
        </span>
      </div>
      {row.cause && <Banner tone="bad">{row.cause}</Banner>}
      <Tabs
        label={texts.filterLabel}
        tabs={states.map((state) => ({ id: state, label: label(state), count: number(counts[state]) }))}
        active={states.includes(filter) ? filter : 'all'}
        onChange={setFilter}
      >
        <OperationItems id={row.id} state={filter === 'all' ? undefined : filter} ended={row.finishedAt !== null} />
      </Tabs>
    </>
  );
}
