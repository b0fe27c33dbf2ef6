import { Card } from '../../components/card.tsx';
import { TextField } from '../../components/text-field.tsx';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { fieldOf } from './settings-field.ts';
import { settingsLimits } from './settings-values.ts';
import type { SettingsForm } from './use-settings-form.ts';

/** How long records of access are kept, and how long they know where and who it was. */
export function AccessSection({ form, readOnly }: { form: SettingsForm; readOnly: boolean }) {
  const texts = useTexts();
  const { settings } = texts;
  const { accessMonthsMin, accessMonthsMax, accessDaysMin, accessDaysMax } = settingsLimits;
  const fields = [
    { name: 'accessMonths', min: accessMonthsMin, max: accessMonthsMax },
    { name: 'accessAddressDays', min: accessDaysMin, max: accessDaysMax },
    { name: 'accessPersonDays', min: accessDaysMin, max: accessDaysMax },
  ] as const;
  return (
    <Card title={settings.access} text={settings.accessText}>
      <div className="form-grid">
        {fields.map(({ name, min, max }) => (
          <TextField
            key={name}
            {...fieldOf(form, name, texts)}
            label={settings[name]}
            hint={fillText(settings[`${name}Hint`], { min, max })}
            type="number"
            inputMode="numeric"
            min={min}
            max={max}
            readOnly={readOnly}
          />
        ))}
      </div>
    </Card>
  );
}
