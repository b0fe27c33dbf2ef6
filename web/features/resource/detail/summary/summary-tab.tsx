import { AppLink } from '../../../../components/app-link.tsx';
import { Banner } from '../../../../components/banner.tsx';
import { EmptyState } from '../../../../components/empty-state.tsx';
import { ErrorPanel } from '../../../../components/error-panel.tsx';
import { targetOf, wordsAt } from '../../../../components/summary/place-words.ts';
import { SummaryLabel } from '../../../../components/summary/summary-label.tsx';
import { SummaryText } from '../../../../components/summary/summary-text.tsx';
import { useEvidence } from '../../../../components/summary/use-evidence.ts';
import { fillText, useTexts } from '../../../../lib/i18n/use-texts.ts';
import { SummaryPending, type SummaryTabProps } from './summary-pending.tsx';
import { useResourceSummary } from './use-resource-summary.ts';

/** What it is about in a few sentences, each of which leads to its place in the viewer. */
export function SummaryTab({ resource, link }: SummaryTabProps) {
  const { summary } = useTexts();
  const found = useResourceSummary(resource.id);
  const { version, isPublished, mayOpen, state } = found;
  const quoteOf = useEvidence(resource.id, version?.content);
  if (found.pending) return <SummaryPending />;
  if (found.error) return <ErrorPanel error={found.error} retrying={found.retrying} onRetry={found.retry} />;
  const edit = mayOpen && (
    <AppLink className="action" to={`/app/handle/ai?id=${resource.id}`}>
      {version ? summary.tab.edit : summary.tab.openEditor}
    </AppLink>
  );
  if (!version)
    return (
      <EmptyState icon="sparkle" title={summary.tab.none} action={edit}>
        {summary.tab.noneText}
      </EmptyState>
    );
  return (
    <div className="summary-tab">
      {!isPublished && (
        <Banner tone="info" icon="eyeOff">
          {fillText(summary.tab.notPublished, { state: summary.states[state] })}
        </Banner>
      )}
      {version.stale && <Banner tone="warning">{summary.tab.staleText}</Banner>}
      <SummaryLabel version={version} />
      <SummaryText
        content={version.content}
        kind={resource.kind}
        onGo={(place, text) => link.goTo(targetOf(place, wordsAt(quoteOf(place), text)))}
      />
      {edit && <div>{edit}</div>}
    </div>
  );
}
