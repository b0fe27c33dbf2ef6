import { type FormEvent, useEffect, useRef, useState } from 'react';
import { call } from '../../lib/api-client.ts';
import { login } from '../../lib/first-calls.ts';
import { useCoreTexts } from '../../lib/i18n/use-texts.ts';
import { enter, type LoginMessage, loginMessageOf } from './login-message.ts';
import { LoginNotice, TriesNotice, useTimeLeft } from './login-notice.tsx';
import { AccountInput, PasswordInput } from './text-input.tsx';

type Props = LoginOutcome & {
  timeZone: string | undefined;
  warmUp(): void;
};

/** Account and password; uncontrolled, so password managers can fill them in reliably. */
export function LoginForm({ timeZone, warmUp, ...outcome }: Props) {
  const { login } = useCoreTexts();
  const attempt = useLogin(outcome);
  const account = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  const [missing, setMissing] = useState({ account: false, password: false });
  const { message, locked, busy } = attempt;

  // After a failed login, select the password so it can be retyped.
  useEffect(() => {
    if (message && !locked) password.current?.select();
  }, [message, locked]);

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const typed = { account: account.current?.value.trim() ?? '', password: password.current?.value ?? '' };
    setMissing({ account: !typed.account, password: !typed.password });
    if (!typed.account) account.current?.focus();
    else if (!typed.password) password.current?.focus();
    else {
      warmUp();
      void attempt.submit(typed);
    }
  }

  return (
    <form className="login-form" noValidate onSubmit={submit} aria-busy={busy}>
      {message?.kind === 'tooManyTries' ? (
        <TriesNotice untilMs={message.untilMs ?? 0} timeZone={timeZone} />
      ) : (
        message && <LoginNotice tone="bad" {...message} />
      )}
      <fieldset disabled={locked}>
        <AccountInput ref={account} readOnly={busy} missing={missing.account} />
        <PasswordInput
          ref={password}
          label={login.password}
          name="password"
          autoComplete="current-password"
          readOnly={busy}
          maxLength={200}
          error={missing.password ? login.passwordMissing : undefined}
        />
        <button type="submit" className="action action-primary login-submit" aria-disabled={busy || undefined}>
          {busy ? login.submitting : login.submit}
        </button>
      </fieldset>
    </form>
  );
}

type Credentials = { account: string; password: string };

type LoginOutcome = {
  /** Called with the accepted password, because a forced password change needs it again. */
  onPasswordAccepted(password: string): void;
  onSecondFactor(challenge: string): void;
};

/** Runs one login at a time, with its result and any lockout. */
function useLogin({ onPasswordAccepted, onSecondFactor }: LoginOutcome) {
  const texts = useCoreTexts();
  const [message, setMessage] = useState<LoginMessage | null>(null);
  const [busy, setBusy] = useState(false);
  const running = useRef(false);
  const locked = useTimeLeft(message?.untilMs) > 0;

  async function submit(body: Credentials): Promise<void> {
    if (running.current || locked) return;
    running.current = true;
    setBusy(true);
    try {
      const answer = await call(login, { body }, { withoutMiddleware: true });
      setMessage(null);
      onPasswordAccepted(body.password);
      if ('challenge' in answer) onSecondFactor(answer.challenge);
      else await enter(answer);
    } catch (error) {
      setMessage(loginMessageOf(error, texts));
    } finally {
      running.current = false;
      setBusy(false);
    }
  }

  return { message, busy, locked, submit };
}
