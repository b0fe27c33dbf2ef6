import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useCoreTexts } from '../../lib/i18n/use-texts.ts';
import { LoginNotice } from './login-notice.tsx';
import { TextInput } from './text-input.tsx';
import { TriesNotice } from './tries-notice.tsx';
import { useSecondFactor } from './use-second-factor.ts';

type Props = {
  challenge: string;
  timeZone: string | undefined;
  warmUp(): void;
  /** Back to account and password. */
  onRestart(): void;
};

/** After the right password: the authenticator app's code, or a recovery code from whoever lost the phone. */
export function SecondFactorForm({ challenge, timeZone, warmUp, onRestart }: Props) {
  const { secondFactor, login } = useCoreTexts();
  const { message, isOver, busy, locked, submit } = useSecondFactor(challenge);
  const input = useRef<HTMLInputElement>(null);
  const [usesRecovery, setUsesRecovery] = useState(false);
  const [isMissing, setIsMissing] = useState(false);

  useEffect(() => {
    if (message && !locked) input.current?.select();
  }, [message, locked]);

  function send(event: FormEvent): void {
    event.preventDefault();
    const code = input.current?.value.trim() ?? '';
    setIsMissing(!code);
    if (!code) {
      input.current?.focus();
      return;
    }
    warmUp();
    void submit(code);
  }

  return (
    <form className="login-form" noValidate onSubmit={send} aria-busy={busy}>
      <h1>{secondFactor.title}</h1>
      <p className="login-lead">{usesRecovery ? secondFactor.recoveryLead : secondFactor.appLead}</p>
      {message?.kind === 'tooManyTries' ? (
        <TriesNotice untilMs={message.untilMs ?? 0} timeZone={timeZone} />
      ) : (
        message && <LoginNotice tone="bad" {...message} />
      )}
      {!isOver && (
        <fieldset disabled={locked}>
          <TextInput
            // Another kind of code begins with an empty field.
            key={String(usesRecovery)}
            ref={input}
            label={usesRecovery ? secondFactor.recoveryCode : secondFactor.code}
            className="login-code"
            autoComplete="one-time-code"
            inputMode={usesRecovery ? 'text' : 'numeric'}
            autoCapitalize="none"
            spellCheck={false}
            autoFocus
            readOnly={busy}
            maxLength={usesRecovery ? 40 : 12}
            error={isMissing ? secondFactor.missing : undefined}
          />
          <button type="submit" className="action action-primary login-submit" aria-disabled={busy || undefined}>
            {busy ? login.submitting : login.submit}
          </button>
          <button type="button" className="login-link" onClick={() => setUsesRecovery(!usesRecovery)}>
            {usesRecovery ? secondFactor.useApp : secondFactor.useRecovery}
          </button>
        </fieldset>
      )}
      <button type="button" className={isOver ? 'action login-other' : 'login-link'} onClick={onRestart}>
        {secondFactor.restart}
      </button>
    </form>
  );
}
