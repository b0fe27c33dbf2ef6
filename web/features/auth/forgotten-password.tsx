import { type FormEvent, useRef, useState } from 'react';
import { call } from '../../lib/api-client.ts';
import { ApiError } from '../../lib/api-error.ts';
import { askForPassword, choosePassword } from '../../lib/first-calls.ts';
import { useCoreTexts } from '../../lib/i18n/use-texts.ts';
import { type LoginMessage, loginMessageOf } from './login-message.ts';
import { LoginNotice, TriesNotice } from './login-notice.tsx';
import { NewPasswordFields, passwordRefusal, useNewPassword } from './new-password-fields.tsx';
import { AccountInput } from './text-input.tsx';

type Props = { token: string | null; timeZone: string | undefined; minLength: number; onBack(): void };

/** Password reset: requests a link, or uses one. */
export function ForgottenPassword({ token: given, timeZone, minLength, onBack }: Props) {
  const [token, setToken] = useState(given);
  if (token === null) return <ForgottenForm timeZone={timeZone} onBack={onBack} />;
  return <NewPasswordForm {...{ token, minLength, onBack }} onAskAgain={() => setToken(null)} />;
}

type ForgottenFormProps = { timeZone: string | undefined; onBack(): void };

/** Requests a reset link. The answer is the same whether or not the account exists. */
function ForgottenForm({ timeZone, onBack }: ForgottenFormProps) {
  const texts = useCoreTexts();
  const { forgotten } = texts;
  const account = useRef<HTMLInputElement>(null);
  const [message, setMessage] = useState<LoginMessage | null>(null);
  const [missing, setMissing] = useState(false);
  const [busy, setBusy] = useState(false);
  const [asked, setAsked] = useState<'mail' | 'administrators' | null>(null);

  async function send(event: FormEvent): Promise<void> {
    event.preventDefault();
    const typed = account.current?.value.trim() ?? '';
    setMissing(!typed);
    if (!typed || busy) return account.current?.focus();
    setBusy(true);
    try {
      const { by } = await call(askForPassword, { body: { account: typed } }, { quiet: true });
      setAsked(by);
    } catch (error) {
      setMessage(loginMessageOf(error, texts));
    } finally {
      setBusy(false);
    }
  }

  return (
    <form className="login-form" noValidate onSubmit={(event) => void send(event)} aria-busy={busy}>
      <h1>{forgotten.title}</h1>
      {asked ? (
        <LoginNotice tone="ok" text={asked === 'mail' ? forgotten.mailed : forgotten.asked} hint={forgotten[asked]} />
      ) : (
        <>
          <p className="login-lead">{forgotten.lead}</p>
          {message?.kind === 'tooManyTries' ? (
            <TriesNotice untilMs={message.untilMs ?? 0} timeZone={timeZone} />
          ) : (
            message && <LoginNotice tone="bad" {...message} />
          )}
          <AccountInput ref={account} readOnly={busy} missing={missing} />
          <button type="submit" className="action action-primary login-submit" aria-disabled={busy || undefined}>
            {busy ? forgotten.asking : forgotten.ask}
          </button>
        </>
      )}
      <button type="button" className="login-link" onClick={onBack}>
        {forgotten.back}
      </button>
    </form>
  );
}

type NewPasswordFormProps = {
  /** Secret from the mailed link. */
  token: string;
  minLength: number;
  onBack(): void;
  onAskAgain(): void;
};

/** Sets a new password with a mailed link, which works once; an expired link leads back to the request form. */
function NewPasswordForm({ token, minLength, onBack, onAskAgain }: NewPasswordFormProps) {
  const texts = useCoreTexts();
  const { forgotten, mustChange } = texts;
  const password = useNewPassword({ minLength });
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<'done' | 'over' | null>(null);
  const [message, setMessage] = useState<LoginMessage | null>(null);
  const [refused, setRefused] = useState<string | undefined>();

  async function send(event: FormEvent): Promise<void> {
    event.preventDefault();
    setTried(true);
    if (!password.isFine || busy) return;
    setBusy(true);
    setRefused(undefined);
    setMessage(null);
    try {
      await call(
        choosePassword,
        { body: { token, newPassword: password.fresh } },
        { quiet: true, withoutMiddleware: true },
      );
      setOutcome('done');
    } catch (error) {
      const refusal = passwordRefusal(error);
      if (error instanceof ApiError && error.code === 'resetLinkOver') setOutcome('over');
      else if (refusal) setRefused(refusal);
      else setMessage(loginMessageOf(error, texts));
    } finally {
      setBusy(false);
    }
  }

  if (outcome) {
    const isDone = outcome === 'done';
    return (
      <div className="login-form">
        <h1>{isDone ? forgotten.newTitle : forgotten.overTitle}</h1>
        <LoginNotice
          tone={isDone ? 'ok' : 'bad'}
          text={isDone ? forgotten.done : forgotten.over}
          hint={isDone ? forgotten.doneHint : undefined}
        />
        <button type="button" className="action action-primary login-submit" onClick={isDone ? onBack : onAskAgain}>
          {isDone ? forgotten.goOn : forgotten.again}
        </button>
      </div>
    );
  }
  return (
    <form className="login-form" noValidate onSubmit={(event) => void send(event)} aria-busy={busy}>
      <h1>{forgotten.newTitle}</h1>
      <p className="login-lead">{forgotten.newLead}</p>
      {message && <LoginNotice tone="bad" {...message} />}
      <NewPasswordFields password={password} tried={tried} busy={busy} refused={refused} autoFocus />
      <button type="submit" className="action action-primary login-submit" aria-disabled={busy || undefined}>
        {busy ? mustChange.submitting : forgotten.save}
      </button>
      <button type="button" className="login-link" onClick={onBack}>
        {forgotten.back}
      </button>
    </form>
  );
}
