import { listOperationItems, type OperationItem } from '@lectern/contract/features/operation.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Button } from '../../components/button.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { Skeleton, SkeletonRegion } from '../../components/skeleton.tsx';
import { Status, type StatusTone } from '../../components/status.tsx';
import { call } from '../../lib/api-client.ts';
import { useTexts } from '../../lib/i18n/use-texts.ts';
import '../../components/table.css';

const tones: Record<OperationItem['state'], StatusTone> = {
  pending: 'idle',
  done: 'ok',
  skipped: 'warn',
  failed: 'bad',
  undone: 'idle',
};

type Props = { id: string; state: OperationItem['state'] | undefined; ended: boolean };

export function OperationItems({ id, state, ended }: Props) {
  const { operation: texts } = useTexts();
  const query = useInfiniteQuery({
    // Fetched anew once it has ended: pending ones have got their result.
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
      {query.isError && (
        <ErrorPanel
          error={query.error}
          keepsOld={rows.length > 0}
          retrying={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      )}
      {query.isSuccess && rows.length === 0 && <p className="operation-items-none">{texts.nothingHere}</p>}
      {rows.length > 0 && (
        <table className="table">
          <thead>
            <tr>
              <th scope="col">{texts.item}</th>
              <th scope="col">{texts.itemState}</th>
              <th scope="col">{texts.itemReason}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.objectId}>
                <td>{row.label || row.objectId}</td>
                <td>
                  <Status tone={tones[row.state]}>{texts.itemStates[row.state]}</Status>
                </td>
                <td className="table-quiet">{row.reason}</td>
              </tr>
            ))}
          </tbody>
        </table>
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
