import type { OperationRow } from '@lectern/contract/features/operation.ts';
import { useLocation } from '@tanstack/react-router';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { QueryError } from '../../components/error-panel.tsx';
import { Skeleton, SkeletonRegion } from '../../components/skeleton.tsx';
import { SmallTable } from '../../components/small-table.tsx';
import { useFormat } from '../../lib/format.ts';
import { useTexts } from '../../lib/i18n/use-texts.ts';
import { navigate } from '../../lib/navigation.ts';
import { OperationActions } from './operation-actions.tsx';
import { OperationReport, OperationResult, OperationStatus } from './operation-report.tsx';
import { nameOf, useOperations } from './use-operations.ts';
import '../../components/table.css';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The user's operations. The open report is in the query string, so notifications can link to it. */
export function OperationHistory() {
  const { operation: texts } = useTexts();
  const query = useOperations();
  const { pathname, searchStr } = useLocation();
  const params = new URLSearchParams(searchStr);
  const asked = params.get('operation');
  const open = (id?: string) => {
    if (id) params.set('operation', id);
    else params.delete('operation');
    navigate(`${pathname}?${params}`);
  };
  const rows = query.data?.pages.flatMap((page) => page.rows) ?? [];
  return (
    <Card title={texts.title} text={texts.historyText}>
      {query.isError && (
        <div className="form-notice">
          <QueryError query={query} keepsOld={rows.length > 0} />
        </div>
      )}
      {query.isPending && <HistorySkeleton />}
      {query.isSuccess && rows.length === 0 && (
        <EmptyState icon="operations" title={texts.emptyTitle}>
          {texts.emptyText}
        </EmptyState>
      )}
      {rows.length > 0 && <OperationTable rows={rows} onReport={open} />}
      {query.hasNextPage && (
        <Button look="quiet" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {texts.loadMore}
        </Button>
      )}
      {asked && uuid.test(asked) && <OperationReport id={asked} onClose={() => open()} />}
    </Card>
  );
}

function OperationTable({ rows, onReport }: { rows: OperationRow[]; onReport: (id: string) => void }) {
  const texts = useTexts();
  const { columns } = texts.operation;
  const { dateTime, relativeTime } = useFormat();
  return (
    <SmallTable columns={[columns.name, columns.state, columns.result, columns.started, null]}>
      {rows.map((row) => (
        <tr key={row.id}>
          <td className="table-strong">{nameOf(row, texts)}</td>
          <td>
            <OperationStatus row={row} />
          </td>
          <td>
            <OperationResult row={row} />
          </td>
          <td className="table-quiet" title={dateTime(row.createdAt)}>
            {relativeTime(row.createdAt)}
          </td>
          <td className="table-end">
            <OperationActions row={row} onReport={() => onReport(row.id)} />
          </td>
        </tr>
      ))}
    </SmallTable>
  );
}

function HistorySkeleton() {
  return (
    <SkeletonRegion className="table-skeleton">
      {['30%', '42%', '36%'].map((width) => (
        <div key={width}>
          <Skeleton width={width} />
          <Skeleton width={80} />
          <Skeleton width={140} />
        </div>
      ))}
    </SkeletonRegion>
  );
}
