import { getResource, resourcePath } from '@lectern/contract/features/resource.ts';
import { getSummary, listSummaries } from '@lectern/contract/features/summary.ts';
import { regenerateSummary } from '@lectern/contract/features/summary-change.ts';
import { getSummaryDraft } from '@lectern/contract/features/summary-draft.ts';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { AppLink } from '../../../components/app-link.tsx';
import { Button } from '../../../components/button.tsx';
import { isMissing, MissingPage } from '../../../components/detail/loaded-page.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Skeleton, SkeletonRegion } from '../../../components/skeleton.tsx';
import { useWalkKeys, WalkButtons } from '../../../components/walk/walk-buttons.tsx';
import { CauseText, isUnderWay } from '../../../components/work/work-state.tsx';
import { WorkFailure } from '../../../components/workbench/work-failure.tsx';
import { usePageTitle } from '../../../lib/document-title.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { queryOf, useMutationOf } from '../../../lib/queries.ts';
import { listHref } from '../summary-href.ts';
import { useSummaryRefresh } from '../use-summary-refresh.ts';
import type { OpenedProps } from './opened-props.ts';
import { SummaryDesk, useSummaryWalk } from './summary-desk.tsx';
import '../../../components/visually-hidden.css';
import '../../../components/workbench/text-work.css';
import './summary-edit.css';

const shown = [getSummary];

/** Editor of a resource's summary, beside its source. */
export function SummaryEditPage() {
  const { searchStr } = useLocation();
  const { routes, summary: texts } = useTexts();
  const params = new URLSearchParams(searchStr);
  const id = params.get('id') ?? '';
  const summary = useQuery({ ...queryOf(getSummary, { params: { id } }, { quiet: true }), retry: false });
  const resource = useQuery({ ...queryOf(getResource, { params: { id } }, { quiet: true }), retry: false });
  const draft = useQuery({
    ...queryOf(getSummaryDraft, { params: { id } }, { quiet: true }),
    // This window writes the draft itself, so it is refetched only on request.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  useSummaryRefresh(shown, id);

  const list = listHref(params.get('view') ?? '');
  if (isMissing(summary.error) || isMissing(resource.error))
    return <MissingPage texts={texts.missing} back={{ list }} />;
  if (summary.data && resource.data && draft.data !== undefined)
    return (
      <OpenedSummary
        key={id}
        view={summary.data}
        resource={resource.data}
        draft={draft.data?.draft ?? null}
        refresh={() => summary.refetch()}
        refreshDraft={() => draft.refetch()}
      />
    );
  const failed = [summary, resource, draft].find(({ error }) => error);
  if (!failed?.error) return <SummarySkeleton />;
  return (
    <WorkFailure
      title={resource.data?.title ?? routes['handle.ai']}
      list={list}
      error={failed.error}
      retrying={failed.isFetching}
      onRetry={() => void failed.refetch()}
    />
  );
}

/** Opens the summary that is current now; without one, offers to start writing. */
function OpenedSummary(props: OpenedProps) {
  const { view, draft } = props;
  usePageTitle(view.resource.title);
  const [writes, setWrites] = useState(draft !== null);
  if (view.current === null && !writes) return <EmptySummary {...props} onWrite={() => setWrites(true)} />;
  // The first result replaces the empty state immediately, unless the user has begun to write.
  return <SummaryDesk key={writes ? 'written' : 'made'} {...props} />;
}

function SummarySkeleton() {
  return (
    <SkeletonRegion className="text-work">
      <Skeleton width="40%" height={28} />
      <div className="text-work-pending">
        <div>
          <Skeleton height={360} />
        </div>
        <div>
          {[90, 96, 82, 94, 60].map((share) => (
            <Skeleton key={share} width={`${share}%`} />
          ))}
        </div>
      </div>
    </SkeletonRegion>
  );
}

/** Empty state: the cause if known, and the two ways to a summary. */
function EmptySummary({ view, resource, onWrite }: OpenedProps & { onWrite: () => void }) {
  const { summary, textWork } = useTexts();
  const { work, moves } = view;
  const walk = useSummaryWalk(view.id);
  useWalkKeys(walk);
  const run = useMutationOf(regenerateSummary, { invalidates: [getSummary, listSummaries], idempotent: true });
  const busy = work !== null && isUnderWay(work.state);
  const unfit = work?.causeCode === 'noText' || work?.causeCode === 'noSentences' ? work.causeCode : undefined;
  return (
    <div className="text-work">
      <div className="text-work-head">
        <WalkButtons walk={walk} />
        <h1>{view.resource.title}</h1>
      </div>
      <EmptyState
        icon="sparkle"
        title={summary.none.title}
        action={
          <div className="text-work-actions">
            <AppLink className="action" to={`${resourcePath(resource)}?tab=processing`}>
              {textWork.openResource}
            </AppLink>
            {moves.includes('edit') && <Button onClick={onWrite}>{summary.none.write}</Button>}
            {moves.includes('regenerate') && (
              <Button
                look="primary"
                busy={run.isPending || busy}
                onClick={() => run.mutate({ params: { id: view.id }, body: { options: {} } })}
              >
                {summary.none.run}
              </Button>
            )}
          </div>
        }
      >
        {busy ? (
          <span role="status">
            {work.state === 'running'
              ? fillText(summary.notices.working, { value: work.progress })
              : summary.notices.waiting}
          </span>
        ) : unfit ? (
          summary.none[unfit]
        ) : work?.cause ? (
          <CauseText work={work} />
        ) : (
          summary.none.text
        )}
      </EmptyState>
    </div>
  );
}
