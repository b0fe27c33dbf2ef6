import { summaryLimits } from '@lectern/contract/features/summary-content.ts';
import { EvidenceLinks } from '../../../components/summary/evidence-links.tsx';
import { placeName } from '../../../components/summary/place-words.ts';
import { useTexts } from '../../../lib/i18n/use-texts.ts';
import { useStore } from '../../../lib/use-store.ts';
import { addRow, changeRow } from '../model/edit-rows.ts';
import { type EditedSentence, evidenceOf, newKey } from '../model/edited-summary.ts';
import { RowList } from './row-list.tsx';
import type { PanelProps } from './summary-panel.tsx';

/** The sentences, each with what it rests on: a click shows that in the viewer, and its words below. */
export function SentenceRows({ resource, edit, shown, quoteOf, onGo }: PanelProps) {
  const { summary } = useTexts();
  const { short } = useStore(edit.work.state).value;
  const below = (row: EditedSentence, name: string) => {
    const evidence = evidenceOf(row);
    if (!evidence) return <em className="summary-pending">{summary.unsaved}</em>;
    const at = evidence.passages.find((place) => placeName(place) === shown);
    const quote = at && quoteOf(at);
    return (
      <>
        {!evidence.supported && (
          <em className="summary-unsupported" title={summary.unsupportedHint}>
            {summary.unsupported}
          </em>
        )}
        <EvidenceLinks places={evidence.passages} kind={resource.kind} of={name} onGo={onGo} />
        {quote && (
          <blockquote className="summary-quote" aria-label={summary.quote}>
            {quote}
          </blockquote>
        )}
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
        const isShown = evidence?.passages.some((place) => placeName(place) === shown);
        return {
          lead: <span className="summary-row-number">{at + 1}</span>,
          below: below(row, name),
          look: isShown ? 'shown' : evidence?.supported === false ? 'unsupported' : undefined,
          onOpen: first && (() => onGo(first)),
        };
      }}
    </RowList>
  );
}
