import type { DecisionRow } from '@lectern/contract/features/review-decision.ts';
import { decisionReasonWords, decisionWords } from '@lectern/contract/features/review-words.ts';
import { useState } from 'react';
import { Button } from '../../../../components/button.tsx';
import { markedText } from '../../../../components/sensitive/marked-text.tsx';
import { useFormat } from '../../../../lib/format.ts';
import { inLanguage } from '../../../../lib/i18n/in-language.ts';
import { fillText, useTexts } from '../../../../lib/i18n/use-texts.ts';
import { undoDeed } from '../../decide/last-deed.ts';

type Props = { row: DecisionRow; withTitle: boolean; onUndone: () => void };

/** Who decided what, when and why. */
export function DecisionEntry({ row, withTitle, onUndone }: Props) {
  const { review, detail } = useTexts();
  const { earlier } = review;
  const format = useFormat();
  const [busy, setBusy] = useState(false);
  const decision = inLanguage(decisionWords)[row.decision];
  const undo = async () => {
    setBusy(true);
    try {
      await undoDeed({ kind: 'decision', reviewId: row.resource.id, id: row.id });
      onUndone();
    } catch {
      // Why not is told by the shared handling of failures.
    }
    setBusy(false);
  };
  const subject = [
    withTitle && row.resource.title,
    !withTitle && row.word?.text,
    row.hits > 1 && fillText(earlier.hits, { count: format.number(row.hits) }),
  ].filter(Boolean);
  return (
    <li data-undone={row.undone !== null || undefined}>
      <div className="review-earlier-head">
        <b>{decision}</b>
        <small>
          {fillText(earlier.byLine, { name: row.by?.name ?? detail.nobody, time: format.relativeTime(row.at) })}
        </small>
        {row.undoable && !row.operationId && (
          <Button
            size="small"
            busy={busy}
            aria-label={fillText(earlier.undoOf, { decision, time: format.dateTime(row.at) })}
            onClick={() => void undo()}
          >
            {earlier.undo}
          </Button>
        )}
      </div>
      {subject.length > 0 && <div>{subject.join(' · ')}</div>}
      {row.reason && <div className="review-earlier-why">{inLanguage(decisionReasonWords)[row.reason]}</div>}
      {row.note && <q>{row.note}</q>}
      {row.excerpt && <p>{markedText(row.excerpt, 40)}</p>}
      {row.operationId && row.undoable && <small>{earlier.inOperation}</small>}
      {row.undone && <small>{fillText(earlier.undone, { name: row.undone.by?.name ?? detail.nobody })}</small>}
    </li>
  );
}
