import type { TextareaHTMLAttributes } from 'react';
import { Field, type FieldProps } from './field.tsx';

type Props = FieldProps &
  Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'onChange' | 'value'> & {
    value: string;
    onChange?: (value: string) => void;
  };

export function TextareaField({ label, hint, error, changed, note, wide, value, onChange, ...rest }: Props) {
  return (
    <Field label={label} hint={hint} error={error} changed={changed} note={note} wide={wide}>
      {(control) => (
        <textarea
          rows={3}
          {...rest}
          {...control}
          className="field-input"
          value={value}
          readOnly={rest.readOnly ?? !onChange}
          onChange={(event) => onChange?.(event.target.value)}
        />
      )}
    </Field>
  );
}
