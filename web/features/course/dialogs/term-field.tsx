import { useId } from 'react';
import { TextField } from '../../../components/text-field.tsx';
import { useTexts } from '../../../lib/i18n/use-texts.ts';
import { useTerms } from '../course-choices.ts';

type Props = {
  value: string;
  error?: string | undefined;
  changed?: boolean;
  note?: string | false | undefined;
  onChange?: (value: string) => void;
};

/** A term as the university writes it, with those that other courses have at hand. */
export function TermField({ value, error, changed = false, note, onChange }: Props) {
  const words = useTexts().course.form;
  const terms = useTerms();
  const id = useId();
  return (
    <>
      <TextField
        label={words.term}
        hint={words.termHint}
        value={value}
        error={error}
        changed={changed}
        note={note}
        maxLength={60}
        autoComplete="off"
        list={id}
        {...(onChange && { onChange })}
      />
      <datalist id={id}>
        {terms.map((term) => (
          <option key={term} value={term} />
        ))}
      </datalist>
    </>
  );
}
