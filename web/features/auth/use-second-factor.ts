import { useRef, useState } from 'react';
import { call } from '../../lib/api-client.ts';
import { ApiError } from '../../lib/api-error.ts';
import { loginWithSecondFactor } from '../../lib/first-calls.ts';
import { useCoreTexts } from '../../lib/i18n/use-texts.ts';
import { enter } from './enter.ts';
import { type LoginMessage, loginMessageOf } from './login-message.ts';
import { useTimeLeft } from './use-time-left.ts';

/** Sends codes for one challenge, one at a time, and says what came of it. */
export function useSecondFactor(challenge: string) {
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
