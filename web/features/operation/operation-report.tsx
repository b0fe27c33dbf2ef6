import {
  getOperation,
  listOperationItems,
  type OperationItem,
  type OperationRow,
} from '@lectern/contract/features/operation.ts';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Banner } from '../../components/banner.tsx';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { QueryError } from '../../components/error-panel.tsx';
import { Skeleton, SkeletonRegion } from '../../components/skeleton.tsx';
import { SmallTable } from '../../components/small-table.tsx';
import { Status, type StatusTone } from '../../components/status.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { call } from '../../lib/api-client.ts';
import { useFormat } from '../../lib/format.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { useLiveEvents } from '../../lib/live-events.ts';
import { queryOf } from '../../lib/queries.ts';
import { countsOf, isOpen, nameOf, toneOf } from './use-operations.ts';
import './operation-report.css';
import '../../components/table.css';
import './operation-state.css';
import { continued } from '../../lib/i18n/punctuation.ts';

/** Result for each object of an operation, live while it runs. */
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
      {query.isError && <QueryError query={query} />}
      {query.data && <Report row={query.data} />}
    </Dialog>
  );
}

type Filter = OperationItem['state'] | 'all';

/** Results that need attention come first, as in the rows. */
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
          {row.finishedAt && continued(fillText(texts.endedAt, { time: dateTime(row.finishedAt) }))}
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

const tones: Record<OperationItem['state'], StatusTone> = {
  pending: 'idle',
  done: 'ok',
  skipped: 'warn',
  failed: 'bad',
  undone: 'idle',
};

type Props = { id: string; state: OperationItem['state'] | undefined; ended: boolean };

function OperationItems({ id, state, ended }: Props) {
  const { operation: texts } = useTexts();
  const query = useInfiniteQuery({
    // `ended` is in the key so the items are refetched when pending ones have results.
    queryKey: ['operationItems', id, state ?? 'all', ended],
    queryFn: ({ pageParam, signal }) =>
      call(listOperationItems, { params: { id }, query: { state, after: pageParam } }, { signal, quiet: true }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => (last.more ? last.rows.at(-1)?.id : undefined),
    staleTime: 0,
  });
  const rows = query.data?.pages.flatMap((page) => page.rows) ?? [];
  if (query.isPending) return <ItemsSkeleton />;
  return (
    <div className="operation-items">
      {query.isError && <QueryError query={query} keepsOld={rows.length > 0} />}
      {query.isSuccess && rows.length === 0 && <p className="operation-items-none">{texts.nothingHere}</p>}
      {rows.length > 0 && (
        <SmallTable parentScrolls columns={[texts.item, texts.itemState, texts.itemReason]}>
          {rows.map((row) => (
            <tr key={row.objectId}>
              <td>{row.label || row.objectId}</td>
              <td>
                <Status tone={tones[row.state]}>{texts.itemStates[row.state]}</Status>
              </td>
              <td className="table-quiet">{row.reason}</td>
            </tr>
          ))}
        </SmallTable>
      )}
      {query.hasNextPage && (
        <Button look="quiet" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {texts.loadMore}
        </Button>
      )}
    </div>
  );
}

function ItemsSkeleton() {
  return (
    <SkeletonRegion className="table-skeleton">
      {['38%', '52%', '44%', '48%'].map((width) => (
        <div key={width}>
          <Skeleton width={width} />
          <Skeleton width={60} />
        </div>
      ))}
    </SkeletonRegion>
  );
}

export function OperationStatus({ row }: { row: OperationRow }) {
  const { operation: texts } = useTexts();
  return <Status tone={toneOf(row)}>{texts.states[row.stopping ? 'stopping' : row.state]}</Status>;
}

/** Progress while it runs, and the result counts afterwards. */
export function OperationResult({ row }: { row: OperationRow }) {
  const texts = useTexts();
  const { number } = useFormat();
  if (!isOpen(row)) return <span className="operation-counts">{countsOf(row, texts, number)}</span>;
  const count = row.done + row.skipped + row.failed;
  return (
    <span className="operation-progress">
      <progress
        aria-label={nameOf(row, texts)}
        {...(row.total === null ? {} : { value: count, max: Math.max(1, row.total) })}
      />
      <span>
        {row.total === null
          ? texts.operation.counting
          : fillText(texts.operation.progress, { count: number(count), total: number(row.total) })}
      </span>
    </span>
  );
}
