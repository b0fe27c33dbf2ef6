import { AppLink } from '../../../../components/app-link.tsx';
import { EmptyState } from '../../../../components/empty-state.tsx';
import { ErrorPanel } from '../../../../components/error-panel.tsx';
import { ChapterList } from '../../../../components/summary/chapter-list.tsx';
import { useTexts } from '../../../../lib/i18n/use-texts.ts';
import { SummaryPending, type SummaryTabProps } from './summary-pending.tsx';
import { useResourceSummary } from './use-resource-summary.ts';

/** The chapters of a recording; a click plays from there. */
export function ChaptersTab({ resource, link }: SummaryTabProps) {
  const { summary } = useTexts();
  const found = useResourceSummary(resource.id);
  if (found.pending) return <SummaryPending />;
  if (found.error) return <ErrorPanel error={found.error} retrying={found.retrying} onRetry={found.retry} />;
  const chapters = found.version?.content.chapters ?? [];
  const edit = found.mayOpen && (
    <AppLink className="action" to={`/app/handle/ai?id=${resource.id}`}>
      {summary.tab.edit}
    </AppLink>
  );
  if (chapters.length === 0)
    return (
      <EmptyState icon="list" title={summary.tab.noChapters} action={edit}>
        {summary.tab.noChaptersText}
      </EmptyState>
    );
  return (
    <div className="summary-tab">
      <ChapterList chapters={chapters} link={link} />
      {edit && <div>{edit}</div>}
    </div>
  );
}
