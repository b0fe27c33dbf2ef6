import { getResource } from '@lectern/contract/features/resource.ts';
import { getSummary } from '@lectern/contract/features/summary.ts';
import { getSummaryDraft } from '@lectern/contract/features/summary-draft.ts';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { AppLink } from '../../../components/app-link.tsx';
import { WorkFailure } from '../../../components/workbench/work-failure.tsx';
import type { ApiError } from '../../../lib/api-error.ts';
import { useTexts } from '../../../lib/i18n/use-texts.ts';
import { queryOf } from '../../../lib/queries.ts';
import { listHref } from '../summary-href.ts';
import { useSummaryRefresh } from '../use-summary-refresh.ts';
import { OpenedSummary } from './opened-summary.tsx';
import { SummarySkeleton } from './summary-skeleton.tsx';
import '../../../components/visually-hidden.css';
import '../../../components/workbench/text-work.css';
import './summary-edit.css';

const shown = [getSummary];

/** The summary of one resource, beside what it was made of. */
export function SummaryEditPage() {
  const { searchStr } = useLocation();
  const { routes } = useTexts();
  const params = new URLSearchParams(searchStr);
  const id = params.get('id') ?? '';
  const summary = useQuery({ ...queryOf(getSummary, { params: { id } }, { quiet: true }), retry: false });
  const resource = useQuery({ ...queryOf(getResource, { params: { id } }, { quiet: true }), retry: false });
  const draft = useQuery({
    ...queryOf(getSummaryDraft, { params: { id } }, { quiet: true }),
    // One's own window writes it: asked anew only on purpose.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  useSummaryRefresh(shown, id);

  if (isMissing(summary.error) || isMissing(resource.error)) return <MissingSummary view={params.get('view') ?? ''} />;
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
      list={listHref(params.get('view') ?? '')}
      error={failed.error}
      retrying={failed.isFetching}
      onRetry={() => void failed.refetch()}
    />
  );
}

/** Nothing can have an id that is none. */
function isMissing(error: ApiError | null): boolean {
  return error !== null && [404, 410, 400, 422].includes(error.status);
}

function MissingSummary({ view }: { view: string }) {
  const { detail, summary } = useTexts();
  return (
    <section className="notice-page">
      <p className="notice-page-code">404</p>
      <h1>{summary.missing.title}</h1>
      <p>{summary.missing.text}</p>
      <div className="notice-page-actions">
        <AppLink className="action action-primary" to={listHref(view)}>
          {detail.backToList}
        </AppLink>
      </div>
    </section>
  );
}
