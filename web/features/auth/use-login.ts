import { useRef, useState } from 'react';
import { call } from '../../lib/api-client.ts';
import { login } from '../../lib/first-calls.ts';
import { useCoreTexts } from '../../lib/i18n/use-texts.ts';
import { enter } from './enter.ts';
import { type LoginMessage, loginMessageOf } from './login-message.ts';
import { useTimeLeft } from './use-time-left.ts';

type Credentials = { account: string; password: string };

export type LoginOutcome = {
  /** Called with the password once it was right: a forced change of it needs it again. */
  onPasswordAccepted(password: string): void;
  onSecondFactor(challenge: string): void;
};

/** One login at a time, what came of it, and whether the form has to wait. */
export function useLogin({ onPasswordAccepted, onSecondFactor }: LoginOutcome) {
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
