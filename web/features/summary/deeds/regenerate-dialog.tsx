import { getLanguageModel } from '@lectern/contract/features/language-model.ts';
import { type SummaryOptions, summaryOptions } from '@lectern/contract/features/summary-options.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { SelectField } from '../../../components/select-field.tsx';
import { TextField } from '../../../components/text-field.tsx';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { queryOf } from '../../../lib/queries.ts';

type Props = { what: string; busy: boolean; onRun: (options: SummaryOptions) => void; onClose: () => void };
type Engine = 'usual' | 'extracted' | 'generated';
type Language = 'text' | 'en' | 'zh';

const sentences = summaryOptions.shape.sentences.unwrap();
const range = { min: sentences.minValue ?? 1, max: sentences.maxValue ?? 12 };

/** How the next result is made. What people wrote stays in any case. */
export function RegenerateDialog({ what, busy, onRun, onClose }: Props) {
  const { summary, words } = useTexts();
  const { regenerate } = summary;
  const model = useQuery(queryOf(getLanguageModel, {}, { quiet: true })).data;
  const [engine, setEngine] = useState<Engine>('usual');
  const [count, setCount] = useState('');
  const [language, setLanguage] = useState<Language>('text');
  const wrong = count !== '' && !(/^\d+$/.test(count) && Number(count) >= range.min && Number(count) <= range.max);
  const engines = (['usual', 'extracted', 'generated'] as const).filter(
    (value) => value !== 'generated' || model?.configured,
  );
  const languages = [
    { value: 'text' as const, label: regenerate.ofText },
    { value: 'en' as const, label: words.languages.en },
    { value: 'zh' as const, label: words.languages.zh },
  ];
  return (
    <FormDialog
      title={fillText(regenerate.title, { what })}
      confirmLabel={regenerate.submit}
      busy={busy}
      onConfirm={() => {
        if (wrong) return;
        onRun({
          ...(engine !== 'usual' && { engine }),
          ...(count !== '' && { sentences: Number(count) }),
          ...(language !== 'text' && { language }),
        });
      }}
      onClose={onClose}
    >
      <p>{regenerate.text}</p>
      <SelectField
        label={regenerate.engine}
        value={engine}
        options={engines.map((value) => ({ value, label: regenerate.engines[value] }))}
        {...(model && !model.configured && { hint: regenerate.noModel })}
        onChange={setEngine}
      />
      <TextField
        label={regenerate.sentences}
        hint={fillText(regenerate.sentencesHint, range)}
        error={wrong ? fillText(regenerate.sentencesInvalid, range) : undefined}
        type="number"
        inputMode="numeric"
        value={count}
        {...range}
        onChange={setCount}
      />
      {model?.configured && engine !== 'extracted' && (
        <SelectField label={regenerate.language} value={language} options={languages} onChange={setLanguage} />
      )}
    </FormDialog>
  );
}
