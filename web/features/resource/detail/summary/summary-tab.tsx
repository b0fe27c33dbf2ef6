import type { ResourceKind } from '@lectern/contract/features/resource-state.ts';
import type { SummaryContent, SummaryPlace } from '@lectern/contract/features/summary-content.ts';
import { AppLink } from '../../../../components/app-link.tsx';
import { Banner } from '../../../../components/banner.tsx';
import { EmptyState } from '../../../../components/empty-state.tsx';
import { ErrorPanel } from '../../../../components/error-panel.tsx';
import { EvidenceLinks, targetOf, useEvidence, wordsAt } from '../../../../components/summary/evidence-links.tsx';
import { SummaryLabel } from '../../../../components/summary/summary-state.tsx';
import { fillText, useTexts } from '../../../../lib/i18n/use-texts.ts';
import { SummaryPending, type SummaryTabProps, useResourceSummary } from './summary-pending.tsx';
import '../../../../components/summary/summary-text.css';

/** The summary in a few sentences, each linked to its place in the viewer. */
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
  if (!version && state === 'none')
    return (
      <EmptyState icon="sparkle" title={summary.none.title} action={edit}>
        {mayOpen && summary.none.text}
      </EmptyState>
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

type Props = {
  content: SummaryContent;
  kind: ResourceKind;
  onGo: (place: SummaryPlace, text: string) => void;
};

/** Read-only summary; sentences and outline entries link to their source. */
function SummaryText({ content, kind, onGo }: Props) {
  const { summary } = useTexts();
  const { short, keywords, outline, questions } = content;
  return (
    <div className="summary-text">
      <ol className="summary-text-short">
        {short.map(({ text, passages, supported }, at) => {
          const [first] = passages;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: sentences never move
            <li key={at}>
              {first ? (
                <button type="button" className="summary-text-line" onClick={() => onGo(first, text)}>
                  {text}
                </button>
              ) : (
                <span>{text}</span>
              )}
              <EvidenceLinks
                places={passages}
                kind={kind}
                of={fillText(summary.row.short, { number: at + 1 })}
                onGo={(place) => onGo(place, text)}
              />
              {!supported && (
                <em className="summary-unsupported" title={summary.unsupportedHint}>
                  {summary.unsupported}
                </em>
              )}
            </li>
          );
        })}
      </ol>
      {keywords.length > 0 && (
        <section>
          <h3>{summary.parts.keywords}</h3>
          <ul className="summary-keywords">
            {keywords.map((word) => (
              <li key={word}>{word}</li>
            ))}
          </ul>
        </section>
      )}
      {outline.length > 0 && (
        <section>
          <h3>{summary.parts.outline}</h3>
          <ul className="summary-outline">
            {outline.map(({ title, level, place }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: entries never move
              <li key={at} style={{ paddingLeft: (level - 1) * 16 }}>
                {place ? (
                  <button type="button" className="summary-text-line" onClick={() => onGo(place, title)}>
                    {title}
                  </button>
                ) : (
                  title
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
      {questions.length > 0 && (
        <section>
          <h3>{summary.parts.questions}</h3>
          <ol className="summary-questions">
            {questions.map((question) => (
              <li key={question}>{question}</li>
            ))}
          </ol>
        </section>
      )}
    </div>
  );
}
