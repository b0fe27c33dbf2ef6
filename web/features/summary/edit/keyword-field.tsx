import { summaryLimits } from '@lectern/contract/features/summary-content.ts';
import { useState } from 'react';
import { IconButton } from '../../../components/icon-button.tsx';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { useStore } from '../../../lib/use-store.ts';
import { addKeyword, removeKeyword } from '../model/edit-rows.ts';
import type { SummaryEdit } from './use-summary-edit.ts';

/** Keywords as chips; Enter or a comma adds the next one, Backspace in the empty field takes the last one back. */
export function KeywordField({ edit }: { edit: SummaryEdit }) {
  const { summary } = useTexts();
  const { keywords } = useStore(edit.work.state).value;
  const [text, setText] = useState('');
  if (edit.readOnly && keywords.length === 0) return null;
  const add = () => {
    for (const word of text.split(/[,，、;；]/)) edit.work.perform(addKeyword(word));
    setText('');
  };
  return (
    <section className="summary-part">
      <h2>{summary.parts.keywords}</h2>
      <ul className="summary-keywords">
        {keywords.map((word) => (
          <li key={word}>
            {word}
            {!edit.readOnly && (
              <IconButton
                icon="close"
                label={fillText(summary.removeKeyword, { word })}
                onClick={() => edit.work.perform(removeKeyword(word))}
              />
            )}
          </li>
        ))}
        {!edit.readOnly && keywords.length < summaryLimits.keywords && (
          <li className="summary-keyword-new">
            <input
              className="field-input"
              aria-label={summary.keywordNew}
              placeholder={summary.add.keywords}
              value={text}
              maxLength={summaryLimits.keywordLength}
              onChange={(event) => setText(event.target.value)}
              onBlur={add}
              onKeyDown={(event) => {
                if (event.nativeEvent.isComposing) return;
                const last = keywords.at(-1);
                if (event.key === 'Enter' || event.key === ',') add();
                else if (event.key === 'Backspace' && text === '' && last) edit.work.perform(removeKeyword(last));
                else return;
                event.preventDefault();
              }}
            />
          </li>
        )}
      </ul>
    </section>
  );
}
