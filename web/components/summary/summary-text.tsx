import type { ResourceKind } from '@lectern/contract/features/resource-state.ts';
import type { SummaryContent, SummaryPlace } from '@lectern/contract/features/summary-content.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { EvidenceLinks } from './evidence-links.tsx';
import './summary-text.css';

type Props = {
  content: SummaryContent;
  kind: ResourceKind;
  onGo: (place: SummaryPlace, text: string) => void;
};

/** A summary to read: each sentence, and each entry of the outline, leads to where it is from. */
export function SummaryText({ content, kind, onGo }: Props) {
  const { summary } = useTexts();
  const { short, keywords, outline, questions } = content;
  return (
    <div className="summary-text">
      <ol className="summary-text-short">
        {short.map(({ text, passages, supported }, at) => {
          const [first] = passages;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: sentences stand where they stand
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
              // biome-ignore lint/suspicious/noArrayIndexKey: entries stand where they stand
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
