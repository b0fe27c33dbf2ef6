import { languages } from '@lectern/contract/language.ts';
import { Card } from '../../components/card.tsx';
import { SelectField } from '../../components/select-field.tsx';
import { TextField } from '../../components/text-field.tsx';
import { useTexts } from '../../lib/i18n/use-texts.ts';
import { fieldOf } from './settings-field.ts';
import type { SettingsForm } from './use-settings-form.ts';

export function GeneralSection({ form, readOnly }: { form: SettingsForm; readOnly: boolean }) {
  const texts = useTexts();
  const { settings, words } = texts;
  return (
    <Card title={settings.general} text={settings.generalText}>
      <div className="form-grid">
        <TextField
          {...fieldOf(form, 'platformName', texts)}
          label={settings.platformName}
          hint={settings.platformNameHint}
          readOnly={readOnly}
          required
        />
        <SelectField
          {...fieldOf(form, 'defaultLanguage', texts)}
          label={settings.defaultLanguage}
          hint={settings.defaultLanguageHint}
          options={languages.map((value) => ({ value, label: words.languages[value] }))}
          disabled={readOnly}
        />
      </div>
    </Card>
  );
}
