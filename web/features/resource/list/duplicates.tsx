import { listDuplicates } from '@lectern/contract/features/resource-action.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { Skeleton, SkeletonRegion } from '../../../components/skeleton.tsx';
import { Switch } from '../../../components/switch.tsx';
import { call } from '../../../lib/api-client.ts';
import type { ApiError } from '../../../lib/api-error.ts';
import type { CallOutput } from '../../../lib/callable.ts';
import { useTexts } from '../../../lib/i18n/use-texts.ts';
import { navigate } from '../../../lib/navigation.ts';
import { queryKeyOf } from '../../../lib/queries.ts';
import { DuplicateGroup } from './duplicate-group.tsx';
import { panelHref } from './panels.ts';
import './duplicates.css';

type Page = CallOutput<typeof listDuplicates>;

/** Resources with the very same file, side by side, the largest waste first. */
export function Duplicates() {
  const { resourceDeeds } = useTexts();
  const words = resourceDeeds.duplicates;
  const [decided, setDecided] = useState(false);
  const query = useInfiniteQuery<Page, ApiError, Page[], readonly string[], string | undefined>({
    queryKey: [...queryKeyOf(listDuplicates, { query: { decided } })],
    queryFn: ({ pageParam, signal }) =>
      call(listDuplicates, { query: { decided: String(decided), after: pageParam } }, { quiet: true, signal }),
    initialPageParam: undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    select: ({ pages }) => pages,
    staleTime: 0,
  });
  const groups = query.data?.flatMap((page) => page.groups);
  return (
    <Dialog open className="duplicates" title={words.title} onClose={() => navigate(panelHref(null))}>
      <p>{words.text}</p>
      <Switch label={words.decided} checked={decided} onChange={setDecided} />
      {query.error && <ErrorPanel error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && (
        <SkeletonRegion className="duplicates-wait">
          <Skeleton width="30%" />
          <Skeleton height={150} />
          <Skeleton height={150} />
        </SkeletonRegion>
      )}
      {groups?.length === 0 && (
        <EmptyState icon="done" title={words.empty}>
          {words.emptyText}
        </EmptyState>
      )}
      {groups?.map((group) => (
        <DuplicateGroup key={group.sha256} group={group} onSettled={() => void query.refetch()} />
      ))}
      {query.hasNextPage && (
        <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {words.more}
        </Button>
      )}
    </Dialog>
  );
}
