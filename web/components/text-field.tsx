import type { InputHTMLAttributes, Ref } from 'react';
import { Field, type FieldProps } from './field.tsx';

type Props = FieldProps &
  Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'value' | 'type'> & {
    value: string;
    onChange?: (value: string) => void;
    type?: 'text' | 'date' | 'email' | 'tel' | 'number' | 'datetime-local' | 'search';
    ref?: Ref<HTMLInputElement>;
  };

export function TextField({ label, hint, error, changed, note, wide, value, onChange, type = 'text', ...rest }: Props) {
  return (
    <Field label={label} hint={hint} error={error} changed={changed} note={note} wide={wide}>
      {(control) => (
        <input
          {...rest}
          {...control}
          className="field-input"
          type={type}
          value={value}
          readOnly={rest.readOnly ?? !onChange}
          onChange={(event) => onChange?.(event.target.value)}
        />
      )}
    </Field>
  );
}
