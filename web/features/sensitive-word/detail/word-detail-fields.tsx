import type { SensitiveWordRow } from '@lectern/contract/features/sensitive-word.ts';
import { FactList } from '../../../components/fact-list.tsx';
import { Switch } from '../../../components/switch.tsx';
import { useFormat } from '../../../lib/format.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { MatchFields, ScopeFields } from '../word-fields.tsx';
import { wordPrecision } from '../word-state.tsx';
import { valuesOf, type WordValues } from '../word-values.ts';
import type { WordSheetState } from './use-word-sheet.ts';
import { useWordWords, valueInList } from './word-words.ts';

/** What is stored about a word; fields while it may be changed. */
export function WordDetailFields({ word, state }: { word: SensitiveWordRow; state: WordSheetState }) {
  const texts = useTexts();
  const format = useFormat();
  const words = useWordWords();
  const { form, editable } = state;
  const { sensitiveWord, detail } = texts;
  const stored = valuesOf(word);
  const noteOf = (name: keyof WordValues) =>
    form.overtaken.includes(name)
      ? fillText(detail.newerValue, { value: words.value(name, valueInList(name, stored[name])) })
      : undefined;
  const fields = {
    values: form.values,
    problems: form.problems,
    changed: form.changed,
    noteOf,
    editable,
    set: form.set,
  };
  const by = (at: string, who: { name: string } | null) => {
    const time = format.dateTime(at);
    return who ? fillText(sensitiveWord.detail.by, { time, name: who.name }) : time;
  };
  const judged = wordPrecision(word, texts, format);
  return (
    <div className="detail-main">
      <div className="word-detail-fields">
        <Switch
          label={sensitiveWord.form.enabled}
          hint={sensitiveWord.form.enabledHint}
          checked={form.values.enabled}
          disabled={!editable}
          onChange={(checked) => form.set('enabled', checked)}
        />
        <MatchFields {...fields} />
        <ScopeFields {...fields} />
      </div>
      <FactList
        facts={[
          { label: sensitiveWord.detail.hits, value: format.number(word.hits) },
          {
            label: sensitiveWord.detail.precision,
            value:
              word.precision === null ? (
                sensitiveWord.detail.undecided
              ) : (
                <>
                  {judged} ·{' '}
                  {fillText(sensitiveWord.precisionOf, {
                    confirmed: format.number(word.confirmed),
                    decided: format.number(word.decided),
                  })}
                </>
              ),
          },
          { label: sensitiveWord.detail.created, value: by(word.createdAt, word.createdBy) },
          { label: sensitiveWord.detail.updated, value: by(word.updatedAt, word.updatedBy) },
        ]}
      />
    </div>
  );
}
