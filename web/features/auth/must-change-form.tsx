import { type FormEvent, useRef, useState } from 'react';
import { call } from '../../lib/api-client.ts';
import { ApiError } from '../../lib/api-error.ts';
import { changePassword } from '../../lib/first-calls.ts';
import { useCoreTexts } from '../../lib/i18n/use-texts.ts';
import { refreshUser } from '../../lib/initial-state.ts';
import { leave } from '../../lib/leave.ts';
import { type LoginMessage, loginMessageOf } from './login-message.ts';
import { LoginNotice } from './login-notice.tsx';
import { NewPasswordFields, passwordRefusal, useNewPassword } from './new-password-fields.tsx';
import { PasswordInput } from './text-input.tsx';

type Props = {
  account: string;
  /** The password just used to log in; null after a reload, when it has to be asked for. */
  oldPassword: string | null;
  minLength: number;
  warmUp(): void;
};

/** Forces a new password after login if someone else set the current one. */
export function MustChangeForm({ account, oldPassword, minLength, warmUp }: Props) {
  const { mustChange, login } = useCoreTexts();
  const { message, oldIsWrong, newIsRefused, busy, submit } = usePasswordChange();
  const [typedOld, setTypedOld] = useState('');
  const [tried, setTried] = useState(false);
  const asksOld = oldPassword === null || oldIsWrong;
  const old = asksOld ? typedOld : oldPassword;
  const password = useNewPassword({ minLength, old });

  function send(event: FormEvent): void {
    event.preventDefault();
    setTried(true);
    if (!old || !password.isFine) return;
    warmUp();
    void submit({ oldPassword: old, newPassword: password.fresh });
  }

  return (
    <form className="login-form" noValidate onSubmit={send} aria-busy={busy}>
      <h1>{mustChange.title}</h1>
      <p className="login-lead">{mustChange.reason}</p>
      {message && <LoginNotice tone="bad" {...message} />}
      <input
        className="login-hidden"
        name="username"
        autoComplete="username"
        value={account}
        aria-label={login.account}
        readOnly
        tabIndex={-1}
      />
      {asksOld && (
        <PasswordInput
          label={mustChange.oldPassword}
          autoComplete="current-password"
          autoFocus
          readOnly={busy}
          maxLength={200}
          value={typedOld}
          onChange={(event) => setTypedOld(event.target.value)}
          error={oldIsWrong ? mustChange.wrongOldPassword : tried && !old ? mustChange.oldMissing : undefined}
        />
      )}
      <NewPasswordFields
        password={password}
        tried={tried}
        busy={busy}
        refused={newIsRefused ?? undefined}
        autoFocus={!asksOld}
      />
      <button type="submit" className="action action-primary login-submit" aria-disabled={busy || undefined}>
        {busy ? mustChange.submitting : mustChange.submit}
      </button>
      <button type="button" className="login-link" onClick={() => void leave()}>
        {mustChange.logout}
      </button>
    </form>
  );
}

type Passwords = { oldPassword: string; newPassword: string };

/** Changes the password and reloads the user, which opens the app. */
function usePasswordChange() {
  const texts = useCoreTexts();
  const [message, setMessage] = useState<LoginMessage | null>(null);
  const [oldIsWrong, setOldIsWrong] = useState(false);
  const [newIsRefused, setNewIsRefused] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const running = useRef(false);

  async function submit(body: Passwords): Promise<void> {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    setMessage(null);
    setOldIsWrong(false);
    setNewIsRefused(null);
    try {
      await call(changePassword, { body }, { quiet: true });
      await refreshUser();
    } catch (error) {
      const refused = passwordRefusal(error);
      if (refused) setNewIsRefused(refused);
      else if (error instanceof ApiError && error.code === 'wrongPassword') setOldIsWrong(true);
      else setMessage(loginMessageOf(error, texts));
    } finally {
      running.current = false;
      setBusy(false);
    }
  }

  return { message, oldIsWrong, newIsRefused, busy, submit };
}
