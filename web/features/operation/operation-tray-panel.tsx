import { useEffect, useRef } from 'react';
import { AppLink } from '../../components/app-link.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { Skeleton, SkeletonRegion } from '../../components/skeleton.tsx';
import { useFormat } from '../../lib/format.ts';
import { useTexts } from '../../lib/i18n/use-texts.ts';
import { OperationDeeds } from './operation-deeds.tsx';
import { OperationResult, OperationStatus } from './operation-state.tsx';
import { nameOf } from './operation-words.ts';
import { useOperations } from './use-operations.ts';

const shownAtMost = 8;

type Props = { onClose: (refocus: boolean) => void; onReport: (id: string) => void };

export function OperationTrayPanel({ onClose, onReport }: Props) {
  const texts = useTexts();
  const { relativeTime, dateTime } = useFormat();
  const query = useOperations();
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => panel.current?.focus(), []);
  const rows = query.data?.pages.flatMap((page) => page.rows).slice(0, shownAtMost) ?? [];
  const { operation } = texts;

  return (
    <div ref={panel} className="operation-panel" role="dialog" tabIndex={-1} aria-label={operation.title}>
      <div className="operation-panel-head">
        <h2>{operation.title}</h2>
        <AppLink to="/app/home/profile?tab=operations" onClick={() => onClose(false)}>
          {operation.all}
        </AppLink>
      </div>
      <div className="operation-panel-list">
        {query.isError && (
          <ErrorPanel
            error={query.error}
            keepsOld={rows.length > 0}
            retrying={query.isFetching}
            onRetry={() => void query.refetch()}
          />
        )}
        {query.isPending && <PanelSkeleton />}
        {query.isSuccess && rows.length === 0 && (
          <EmptyState icon="operations" title={operation.emptyTitle}>
            {operation.emptyText}
          </EmptyState>
        )}
        <ul>
          {rows.map((row) => (
            <li key={row.id} className="operation-entry">
              <strong>{nameOf(row, texts)}</strong>
              <span className="operation-entry-state">
                <OperationStatus row={row} />
                <time dateTime={row.createdAt} title={dateTime(row.createdAt)}>
                  {relativeTime(row.createdAt)}
                </time>
              </span>
              <span className="operation-entry-result">
                <OperationResult row={row} />
                <OperationDeeds row={row} onReport={() => onReport(row.id)} />
              </span>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

function PanelSkeleton() {
  return (
    <SkeletonRegion className="operation-skeleton">
      {['62%', '78%', '54%'].map((width) => (
        <div key={width}>
          <Skeleton width={width} />
          <Skeleton width={120} height={10} />
        </div>
      ))}
    </SkeletonRegion>
  );
}
