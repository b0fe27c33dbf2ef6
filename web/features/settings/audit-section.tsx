import { Card } from '../../components/card.tsx';
import { TextField } from '../../components/text-field.tsx';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { fieldOf } from './settings-field.ts';
import { settingsLimits } from './settings-values.ts';
import type { SettingsForm } from './use-settings-form.ts';

export function AuditSection({ form, readOnly }: { form: SettingsForm; readOnly: boolean }) {
  const texts = useTexts();
  const { settings } = texts;
  const { auditMin: min, auditMax: max } = settingsLimits;
  return (
    <Card title={settings.audit} text={settings.auditText}>
      <div className="form-grid">
        <TextField
          {...fieldOf(form, 'auditDays', texts)}
          label={settings.auditDays}
          hint={fillText(settings.auditDaysHint, { min, max })}
          type="number"
          inputMode="numeric"
          min={min}
          max={max}
          readOnly={readOnly}
        />
      </div>
    </Card>
  );
}
