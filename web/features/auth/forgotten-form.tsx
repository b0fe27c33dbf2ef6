import { type FormEvent, useRef, useState } from 'react';
import { call } from '../../lib/api-client.ts';
import { askForPassword } from '../../lib/first-calls.ts';
import { useCoreTexts } from '../../lib/i18n/use-texts.ts';
import { type LoginMessage, loginMessageOf } from './login-message.ts';
import { LoginNotice } from './login-notice.tsx';
import { TextInput } from './text-input.tsx';
import { TriesNotice } from './tries-notice.tsx';

type Props = { timeZone: string | undefined; onBack(): void };

/** Asks for a new password. What it says afterwards does not depend on whether somebody has the account. */
export function ForgottenForm({ timeZone, onBack }: Props) {
  const texts = useCoreTexts();
  const { forgotten, login } = texts;
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
        <LoginNotice tone="ok" text={forgotten.asked} hint={forgotten[asked]} />
      ) : (
        <>
          <p className="login-lead">{forgotten.lead}</p>
          {message?.kind === 'tooManyTries' ? (
            <TriesNotice untilMs={message.untilMs ?? 0} timeZone={timeZone} />
          ) : (
            message && <LoginNotice tone="bad" {...message} />
          )}
          <TextInput
            ref={account}
            label={login.account}
            name="account"
            autoComplete="username"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            autoFocus
            readOnly={busy}
            maxLength={64}
            error={missing ? login.accountMissing : undefined}
          />
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
