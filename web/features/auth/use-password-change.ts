import { useRef, useState } from 'react';
import { call } from '../../lib/api-client.ts';
import { ApiError } from '../../lib/api-error.ts';
import { changePassword } from '../../lib/first-calls.ts';
import { useCoreTexts } from '../../lib/i18n/use-texts.ts';
import { refreshUser } from '../../lib/initial-state.ts';
import { type LoginMessage, loginMessageOf } from './login-message.ts';

type Passwords = { oldPassword: string; newPassword: string };

/** Changes the password, then loads the user again, which leads into the app. */
export function usePasswordChange() {
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
      const refused = refusalOf(error);
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

/** Why the server does not take the new password, such as being among those that everybody guesses. */
function refusalOf(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  return error.details?.fields?.find(({ path }) => path === 'newPassword')?.message;
}
