import { type InputHTMLAttributes, type Ref, useId, useState } from 'react';
import { useCoreTexts } from '../../lib/i18n/use-texts.ts';

type Props = Omit<InputHTMLAttributes<HTMLInputElement>, 'id'> & {
  label: string;
  error?: string | undefined;
  ref?: Ref<HTMLInputElement>;
};

/** Labelled text input, small enough for the first screen's bundle. */
export function TextInput({ label, error, ref, ...input }: Props) {
  const id = useId();
  return (
    <div className="login-field">
      <label htmlFor={id}>{label}</label>
      <input
        {...input}
        ref={ref}
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-below` : undefined}
      />
      {error && (
        <p id={`${id}-below`} className="login-field-error">
          {error}
        </p>
      )}
    </div>
  );
}

type AccountInputProps = { ref: Ref<HTMLInputElement>; readOnly: boolean; missing: boolean };

/** Account name, as password managers expect it. */
export function AccountInput({ missing, ...input }: AccountInputProps) {
  const { login } = useCoreTexts();
  return (
    <TextInput
      {...input}
      label={login.account}
      name="account"
      autoComplete="username"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      autoFocus
      maxLength={64}
      error={missing ? login.accountMissing : undefined}
    />
  );
}

type PasswordInputProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'id'> & {
  label: string;
  error?: string | undefined;
  /** Shown below the field unless there is an error. */
  hint?: string | undefined;
  ref?: Ref<HTMLInputElement>;
};

/** Password input with a show button and a Caps Lock warning. */
export function PasswordInput({ label, error, hint, ref, ...input }: PasswordInputProps) {
  const { login } = useCoreTexts();
  const [shown, setShown] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  const id = useId();
  const below = error ?? (capsLock ? login.capsLock : hint);
  return (
    <div className="login-field">
      <label htmlFor={id}>{label}</label>
      <div className="login-password">
        <input
          {...input}
          ref={ref}
          id={id}
          type={shown ? 'text' : 'password'}
          aria-invalid={error ? true : undefined}
          aria-describedby={below ? `${id}-below` : undefined}
          onKeyUp={(event) => setCapsLock(event.getModifierState('CapsLock'))}
          onBlur={() => setCapsLock(false)}
        />
        <button
          type="button"
          className="login-show"
          aria-label={shown ? login.hidePassword : login.showPassword}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        >
          <EyeIcon crossed={shown} />
        </button>
      </div>
      {below && (
        <p id={`${id}-below`} className={error ? 'login-field-error' : 'login-field-hint'}>
          {below}
        </p>
      )}
    </div>
  );
}

function EyeIcon({ crossed }: { crossed: boolean }) {
  return (
    <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <path d="M1.500 8S4 3.500 8 3.500 14.500 8 14.500 8 12 12.500 8 12.500 1.500 8 1.500 8Z" />
      <circle cx="8" cy="8" r="2" />
      {crossed && <path d="m3 13 10-10" />}
    </svg>
  );
}
