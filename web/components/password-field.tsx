import { type Ref, useState } from 'react';
import { useTexts } from '../lib/i18n/use-texts.ts';
import { Field, type FieldProps } from './field.tsx';
import { IconButton } from './icon-button.tsx';

type Props = FieldProps & {
  value: string;
  onChange: (value: string) => void;
  autoComplete: 'current-password' | 'new-password';
  maxLength?: number;
  ref?: Ref<HTMLInputElement>;
};

export function PasswordField({ label, hint, error, value, onChange, ...rest }: Props) {
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
