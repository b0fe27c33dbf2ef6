import { Card } from '../../components/card.tsx';
import { Switch } from '../../components/switch.tsx';
import { TextField } from '../../components/text-field.tsx';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { fieldOf } from './settings-field.ts';
import { settingsLimits } from './settings-values.ts';
import type { SettingsForm } from './use-settings-form.ts';

const due = ['dueBlock', 'dueReview', 'dueNotice'] as const;

export function SensitiveSection({ form, readOnly }: { form: SettingsForm; readOnly: boolean }) {
  const texts = useTexts();
  const { settings } = texts;
  const { dueMin, dueMax } = settingsLimits;
  return (
    <Card title={settings.sensitive} text={settings.sensitiveText}>
      <Switch
        label={settings.reviewHoldsPublication}
        hint={settings.reviewHoldsPublicationHint}
        checked={form.values.reviewHoldsPublication}
        disabled={readOnly}
        onChange={(checked) => form.set('reviewHoldsPublication', checked)}
      />
      <div className="form-grid">
        {due.map((name) => (
          <TextField
            key={name}
            {...fieldOf(form, name, texts)}
            type="number"
            inputMode="numeric"
            readOnly={readOnly}
            required
            label={settings[name]}
            hint={fillText(settings.dueHint, { min: dueMin, max: dueMax })}
            min={dueMin}
            max={dueMax}
          />
        ))}
      </div>
    </Card>
  );
}
