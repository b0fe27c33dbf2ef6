import { Card } from '../../components/card.tsx';
import { SelectField } from '../../components/select-field.tsx';
import { TextField } from '../../components/text-field.tsx';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { LanguageModelPanel } from './language-model-panel.tsx';
import { fieldOf } from './settings-field.ts';
import { settingsLimits } from './settings-values.ts';
import type { SettingsForm } from './use-settings-form.ts';

export function SummarySection({ form, readOnly }: { form: SettingsForm; readOnly: boolean }) {
  const texts = useTexts();
  const { settings } = texts;
  const { sentencesMin, sentencesMax, tokensMax } = settingsLimits;
  const number = { type: 'number', inputMode: 'numeric', readOnly } as const;
  return (
    <Card title={settings.summaries} text={settings.summariesText}>
      <div className="form-grid">
        <SelectField
          {...fieldOf(form, 'summaryEngine', texts)}
          label={settings.summaryEngine}
          hint={settings.summaryEngineHint}
          disabled={readOnly}
          options={(['auto', 'extracted'] as const).map((value) => ({ value, label: settings.summaryEngines[value] }))}
        />
        <TextField
          {...fieldOf(form, 'summarySentences', texts)}
          {...number}
          required
          label={settings.summarySentences}
          hint={fillText(settings.summarySentencesHint, { min: sentencesMin, max: sentencesMax })}
          min={sentencesMin}
          max={sentencesMax}
        />
        <TextField
          {...fieldOf(form, 'monthlyTokens', texts)}
          {...number}
          label={settings.monthlyTokens}
          hint={settings.monthlyTokensHint}
          min={0}
          max={tokensMax}
        />
      </div>
      <LanguageModelPanel mayTest={!readOnly} />
    </Card>
  );
}
