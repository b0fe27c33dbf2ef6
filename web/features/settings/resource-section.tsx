import { Card } from '../../components/card.tsx';
import { Switch } from '../../components/switch.tsx';
import { TextField } from '../../components/text-field.tsx';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { fieldOf } from './settings-field.ts';
import { settingsLimits } from './settings-values.ts';
import type { SettingsForm } from './use-settings-form.ts';

export function ResourceSection({ form, readOnly }: { form: SettingsForm; readOnly: boolean }) {
  const texts = useTexts();
  const { settings } = texts;
  const { trashMin, trashMax, fileMin, fileMax } = settingsLimits;
  const number = { type: 'number', inputMode: 'numeric', readOnly, required: true } as const;
  return (
    <Card title={settings.resources} text={settings.resourcesText}>
      <Switch
        label={settings.reviewBeforePublish}
        hint={settings.reviewBeforePublishHint}
        checked={form.values.reviewBeforePublish}
        disabled={readOnly}
        onChange={(checked) => form.set('reviewBeforePublish', checked)}
      />
      <div className="form-grid">
        <TextField
          {...fieldOf(form, 'maxFileMegabytes', texts)}
          {...number}
          label={settings.maxFile}
          hint={settings.maxFileHint}
          min={fileMin}
          max={fileMax}
        />
        <TextField
          {...fieldOf(form, 'trashDays', texts)}
          {...number}
          label={settings.trashDays}
          hint={fillText(settings.trashDaysHint, { min: trashMin, max: trashMax })}
          min={trashMin}
          max={trashMax}
        />
      </div>
    </Card>
  );
}
