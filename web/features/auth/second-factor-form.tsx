import { type FormEvent, useEffect, useRef, useState } from 'react';
import { call } from '../../lib/api-client.ts';
import { ApiError } from '../../lib/api-error.ts';
import { loginWithSecondFactor } from '../../lib/first-calls.ts';
import { useCoreTexts } from '../../lib/i18n/use-texts.ts';
import { enter, type LoginMessage, loginMessageOf } from './login-message.ts';
import { LoginNotice, TriesNotice, useTimeLeft } from './login-notice.tsx';
import { TextInput } from './text-input.tsx';

type Props = {
  challenge: string;
  timeZone: string | undefined;
  warmUp(): void;
  /** Goes back to account and password. */
  onRestart(): void;
};

/** Second factor: a code from the authenticator app, or a recovery code if the phone is lost. */
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
            // The key clears the field when the kind of code changes.
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

/** Submits codes for one challenge, one at a time. */
function useSecondFactor(challenge: string) {
  const texts = useCoreTexts();
  const [message, setMessage] = useState<LoginMessage | null>(null);
  const [isOver, setIsOver] = useState(false);
  const [busy, setBusy] = useState(false);
  const running = useRef(false);
  const locked = useTimeLeft(message?.untilMs) > 0;

  async function submit(code: string): Promise<void> {
    if (running.current || locked || isOver) return;
    running.current = true;
    setBusy(true);
    try {
      const body = { challenge, code };
      const tokens = await call(loginWithSecondFactor, { body }, { withoutMiddleware: true });
      setMessage(null);
      await enter(tokens);
    } catch (error) {
      const refusal = error instanceof ApiError ? error.code : undefined;
      const { wrongCode, over } = texts.secondFactor;
      if (refusal === 'wrongCode') setMessage({ kind: 'other', text: wrongCode });
      else if (refusal === 'challengeOver') setMessage({ kind: 'other', text: over });
      else setMessage(loginMessageOf(error, texts));
      setIsOver(refusal === 'challengeOver' || refusal === 'accountForbidden');
    } finally {
      running.current = false;
      setBusy(false);
    }
  }

  return { message, isOver, busy, locked, submit };
}
