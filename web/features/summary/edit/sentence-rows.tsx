import { summaryLimits } from '@lectern/contract/features/summary-content.ts';
import { EvidenceLinks, wordsAt } from '../../../components/summary/evidence-links.tsx';
import { useTexts } from '../../../lib/i18n/use-texts.ts';
import { useStore } from '../../../lib/store.ts';
import { type EditedSentence, evidenceOf, newKey } from '../model/edited-summary.ts';
import type { PanelProps } from './opened-props.ts';
import { addRow, changeRow, RowList } from './row-list.tsx';

/** The sentences with their evidence; clicking one shows it in the viewer and quotes it below. */
export function SentenceRows({ resource, edit, shown, quoteOf, onGo }: PanelProps) {
  const { summary } = useTexts();
  const { short } = useStore(edit.work.state).value;
  const below = (row: EditedSentence, name: string) => {
    const evidence = evidenceOf(row);
    if (!evidence) return <em className="summary-pending">{summary.unsaved}</em>;
    const quote = shown?.key === row.key ? quoteOf(shown.place) : undefined;
    return (
      <>
        {!evidence.supported && (
          <em className="summary-unsupported" title={summary.unsupportedHint}>
            {summary.unsupported}
          </em>
        )}
        <EvidenceLinks
          places={evidence.passages}
          kind={resource.kind}
          of={name}
          onGo={(place) => onGo({ ...row, place })}
        />
        {quote && <Quote quote={quote} words={wordsAt(quote, row.text)} />}
      </>
    );
  };
  return (
    <RowList
      part="short"
      edit={edit}
      rows={short}
      most={summaryLimits.sentences}
      maxLength={summaryLimits.sentenceLength}
      onAdd={(after) => {
        const key = newKey();
        edit.work.perform(addRow('short', { key, text: '', evidence: null }, after));
        return key;
      }}
      onText={(row, text) => edit.work.perform(changeRow('short', row.key, { text }), `short ${row.key}`)}
    >
      {(row, at, name) => {
        const evidence = evidenceOf(row);
        const first = evidence?.passages[0];
        return {
          lead: <span className="summary-row-number">{at + 1}</span>,
          below: below(row, name),
          look: shown?.key === row.key ? 'shown' : evidence?.supported === false ? 'unsupported' : undefined,
          onOpen: first && (() => onGo({ ...row, place: first })),
        };
      }}
    </RowList>
  );
}

/** The passage at the source, with the words marked that were taken verbatim. */
function Quote({ quote, words = '' }: { quote: string; words: string | undefined }) {
  const { summary } = useTexts();
  const from = words === quote ? -1 : quote.indexOf(words);
  return (
    <blockquote className="summary-quote" aria-label={summary.quote}>
      {from < 0 ? (
        quote
      ) : (
        <>
          {quote.slice(0, from)}
          <mark>{words}</mark>
          {quote.slice(from + words.length)}
        </>
      )}
    </blockquote>
  );
}
