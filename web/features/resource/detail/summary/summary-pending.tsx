import type { ResourceDetailView } from '@lectern/contract/features/resource.ts';
import { getResourceSummary, getSummary } from '@lectern/contract/features/summary.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Skeleton, SkeletonRegion } from '../../../../components/skeleton.tsx';
import type { ViewerLink } from '../../../../components/viewers/viewer-link.ts';
import { useLiveEvents } from '../../../../lib/live-events.ts';
import { isAnswerOf, queryOf } from '../../../../lib/queries.ts';
import './summary-tab.css';

export type SummaryTabProps = { resource: ResourceDetailView; link: ViewerLink };

export function SummaryPending() {
  return (
    <SkeletonRegion className="summary-tab">
      {[94, 88, 96, 70].map((share) => (
        <Skeleton key={share} width={`${share}%`} />
      ))}
    </SkeletonRegion>
  );
}

const shown = [getResourceSummary, getSummary];

/** The published summary; if there is none, users who manage summaries get the current draft. */
export function useResourceSummary(id: string, enabled = true) {
  const client = useQueryClient();
  useLiveEvents('summary', ({ resourceId }) => {
    if (resourceId === id) void client.invalidateQueries({ predicate: isAnswerOf(shown) });
  });
  const params = { id };
  const known = useQuery({ ...queryOf(getResourceSummary, { params }, { quiet: true }), enabled, retry: false });
  const { published = null, mayOpen = false, state = 'none' } = known.data ?? {};
  const worksOn = enabled && mayOpen && published === null && state !== 'none';
  const own = useQuery({ ...queryOf(getSummary, { params }, { quiet: true }), enabled: worksOn, retry: false });
  return {
    version: published ?? (worksOn ? (own.data?.current ?? null) : null),
    isPublished: published !== null,
    state,
    mayOpen,
    pending: known.isPending || (worksOn && own.isPending),
    error: known.error ?? own.error,
    retrying: known.isFetching || own.isFetching,
    retry: () => void (known.error ? known.refetch() : own.refetch()),
  };
}
