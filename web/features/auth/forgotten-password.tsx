import { useState } from 'react';
import { ForgottenForm } from './forgotten-form.tsx';
import { NewPasswordForm } from './new-password-form.tsx';

type Props = { token: string | null; timeZone: string | undefined; minLength: number; onBack(): void };

/** The way back in for somebody who forgot the password: asking for a link, or using one. */
export function ForgottenPassword({ token: given, timeZone, minLength, onBack }: Props) {
  const [token, setToken] = useState(given);
  if (token === null) return <ForgottenForm timeZone={timeZone} onBack={onBack} />;
  return <NewPasswordForm {...{ token, minLength, onBack }} onAskAgain={() => setToken(null)} />;
}
