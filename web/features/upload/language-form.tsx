import { resourceLanguages } from '@lectern/contract/features/resource.ts';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { languageOptions } from '../../components/resource/resource-options.ts';
import { SelectField } from '../../components/select-field.tsx';
import { useLanguage, useTexts } from '../../lib/i18n/use-texts.ts';
import type { BatchLanguage } from './engine/upload-calls.ts';

/** As the list has it: a language, `none` for no speech or one that isn’t listed, empty while nothing is chosen. */
export type LanguageChoice = string;

type Props = {
  label: string;
  hint: string;
  initial: LanguageChoice;
  /** Enter takes the initial choice. */
  confirms?: boolean;
  submitLabel: string;
  cancelLabel: string;
  onSubmit: (language: BatchLanguage) => void;
  onCancel: () => void;
};

/** One language for a batch; something has to be chosen. */
export function LanguageForm(props: Props) {
  const { label, hint, initial, confirms = false, submitLabel, cancelLabel, onSubmit, onCancel } = props;
  const { upload } = useTexts();
  const shown = useLanguage();
  const [choice, setChoice] = useState(initial);
  const [tried, setTried] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const before = useRef<Element | null>(null);
  useEffect(() => {
    before.current = document.activeElement;
    form.current?.querySelector<HTMLElement>(confirms ? 'button' : 'select')?.focus();
  }, [confirms]);
  const leave = () => {
    if (before.current instanceof HTMLElement && before.current.isConnected) before.current.focus();
  };
  const options = [
    { value: '', label: upload.languageChoose },
    ...languageOptions(shown),
    { value: 'none', label: upload.languageNone },
  ];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    const language = languageOf(choice);
    if (language === undefined) return form.current?.querySelector('select')?.focus();
    leave();
    onSubmit(language);
  };
  return (
    <form ref={form} className="upload-language" noValidate aria-label={label} onSubmit={submit}>
      <SelectField
        label={label}
        hint={choice === 'none' ? upload.languageNoneHint : hint}
        error={tried && choice === '' ? upload.languageRequired : undefined}
        value={choice}
        options={options}
        onChange={setChoice}
      />
      <div className="upload-language-deeds">
        <Button look="primary" size="small" submits>
          {submitLabel}
        </Button>
        <Button
          size="small"
          onClick={() => {
            leave();
            onCancel();
          }}
        >
          {cancelLabel}
        </Button>
      </div>
    </form>
  );
}

export function choiceOf(language: string | null): LanguageChoice {
  return language ?? 'none';
}

/** Nothing for what is no choice. */
export function languageOf(choice: LanguageChoice): BatchLanguage | undefined {
  return choice === 'none' ? null : resourceLanguages.find((code) => code === choice);
}
