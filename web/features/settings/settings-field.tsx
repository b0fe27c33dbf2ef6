import { TextField } from '../../components/text-field.tsx';
import { fillText, type Texts, useTexts } from '../../lib/i18n/use-texts.ts';
import type { SettingsValues } from './settings-values.ts';
import type { NumberSetting, SettingsForm } from './use-settings-form.ts';

/** Props that all fields share: value, changed mark, problem, and a newer stored value. */
export function fieldOf<Name extends keyof SettingsValues>(form: SettingsForm, name: Name, texts: Texts) {
  return {
    value: form.values[name],
    changed: form.changed.includes(name),
    error: form.problems[name],
    note: form.overtaken.includes(name)
      ? fillText(texts.settings.newerValue, { value: shown(form.storedValues, name, texts) })
      : undefined,
    onChange: (value: SettingsValues[Name]) => form.set(name, value),
  };
}

type NumberFieldProps = {
  form: SettingsForm;
  name: NumberSetting;
  label: string;
  hint: string;
  min: number;
  max: number;
  readOnly: boolean;
  required?: boolean;
};

export function NumberField({ form, name, ...field }: NumberFieldProps) {
  return <TextField {...fieldOf(form, name, useTexts())} {...field} type="number" inputMode="numeric" />;
}

/** A stored value as display text. */
function shown(values: SettingsValues, name: keyof SettingsValues, { settings, words }: Texts): string {
  if (name === 'defaultLanguage') return words.languages[values.defaultLanguage];
  if (name === 'summaryEngine') return settings.summaryEngines[values.summaryEngine];
  if (name === 'announcementLevel') return settings.levels[values.announcementLevel];
  if (name === 'announcementUntil') return values.announcementUntil.replace('T', ' ') || settings.emptyValue;
  return String(values[name]) || settings.emptyValue;
}
