import { Card } from '../../components/card.tsx';
import { TextField } from '../../components/text-field.tsx';
import { TextareaField } from '../../components/textarea-field.tsx';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { fieldOf } from './settings-field.ts';
import { settingsLimits } from './settings-values.ts';
import type { SettingsForm } from './use-settings-form.ts';

export function SignInSection({ form, readOnly }: { form: SettingsForm; readOnly: boolean }) {
  const texts = useTexts();
  const { settings } = texts;
  const { passwordMin: min, passwordMax: max } = settingsLimits;
  return (
    <Card title={settings.signIn} text={settings.signInText}>
      <div className="form-grid">
        <TextareaField
          {...fieldOf(form, 'loginHelp', texts)}
          label={settings.loginHelp}
          hint={settings.loginHelpHint}
          readOnly={readOnly}
          rows={2}
          wide
        />
        <TextField
          {...fieldOf(form, 'passwordMinLength', texts)}
          label={settings.passwordMinLength}
          hint={fillText(settings.passwordMinLengthHint, { min, max })}
          type="number"
          inputMode="numeric"
          min={min}
          max={max}
          readOnly={readOnly}
          required
        />
      </div>
    </Card>
  );
}
