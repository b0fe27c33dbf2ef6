import { type InputHTMLAttributes, type Ref, type TextareaHTMLAttributes, useState } from 'react';
import { useTexts } from '../lib/i18n/use-texts.ts';
import { IconButton } from './button.tsx';
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

type TextareaFieldProps = FieldProps &
  Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'onChange' | 'value'> & {
    value: string;
    onChange?: (value: string) => void;
  };

export function TextareaField({
  label,
  hint,
  error,
  changed,
  note,
  wide,
  value,
  onChange,
  ...rest
}: TextareaFieldProps) {
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

type PasswordFieldProps = FieldProps & {
  value: string;
  onChange: (value: string) => void;
  autoComplete: 'current-password' | 'new-password';
  maxLength?: number;
  ref?: Ref<HTMLInputElement>;
};

export function PasswordField({ label, hint, error, value, onChange, ...rest }: PasswordFieldProps) {
  const { words } = useTexts();
  const [shown, setShown] = useState(false);
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <div className="field-with-button">
          <input
            {...rest}
            {...control}
            className="field-input"
            type={shown ? 'text' : 'password'}
            spellCheck={false}
            autoCapitalize="none"
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
          <IconButton
            icon={shown ? 'eyeOff' : 'eye'}
            label={shown ? words.hidePassword : words.showPassword}
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
          />
        </div>
      )}
    </Field>
  );
}
