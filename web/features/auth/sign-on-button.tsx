import { useEffect, useState } from 'react';
import { call } from '../../lib/api-client.ts';
import { loginWithSignOn, startSignOn } from '../../lib/first-calls.ts';
import { fillText, useCoreTexts } from '../../lib/i18n/use-texts.ts';
import { pageAfterLogin } from '../../lib/own-path.ts';
import { leaveForSignOn, type SignOnArrival, takeSignOnArrival } from '../../lib/sign-on-arrival.ts';
import { enter, type LoginMessage, loginMessageOf } from './login-message.ts';

type Props = { label: string } & Pick<ReturnType<typeof useSignOn>, 'step' | 'leave'>;

/** Single sign-on button, with the label set by the operator. */
export function SignOnButton({ label, step, leave }: Props) {
  const { signOn } = useCoreTexts();
  const name = label || signOn.usual;
  const busy = step !== 'idle';
  return (
    <>
      <p className="login-or" aria-hidden="true">
        {signOn.or}
      </p>
      <button
        type="button"
        className="action login-other"
        aria-disabled={busy || undefined}
        onClick={() => void leave()}
      >
        {fillText(step === 'leaving' ? signOn.leaving : signOn.use, { label: name })}
      </button>
    </>
  );
}

type Step = 'idle' | 'leaving' | 'arriving';
type Outcome = { warmUp(): void; onSecondFactor(challenge: string): void };

/** Redirects to the identity provider and handles the return. */
export function useSignOn({ warmUp, onSecondFactor }: Outcome) {
  const texts = useCoreTexts();
  const [step, setStep] = useState<Step>('idle');
  const [message, setMessage] = useState<LoginMessage | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the redirect is handled once, when the page opens
  useEffect(() => {
    const arrival = takeSignOnArrival('signIn');
    if (!arrival) return;
    setStep('arriving');
    warmUp();
    arrive(arrival, onSecondFactor)
      .then(
        (refusal) =>
          refusal && setMessage({ kind: 'other', text: texts.signOn[refusal], hint: texts.signOn.refusedHint }),
      )
      .catch((error: unknown) => setMessage(loginMessageOf(error, texts)))
      .finally(() => setStep('idle'));
  }, []);

  async function leave(): Promise<void> {
    if (step !== 'idle') return;
    setStep('leaving');
    setMessage(null);
    try {
      const { url } = await call(startSignOn, { body: { again: message !== null } }, { withoutMiddleware: true });
      leaveForSignOn(url, pageAfterLogin(window.location.search) ?? '/');
    } catch (error) {
      setStep('idle');
      setMessage(loginMessageOf(error, texts));
    }
  }

  return { step, message, leave };
}

/** The provider's error text is not shown, because anyone could craft such a URL. */
async function arrive(
  arrival: SignOnArrival,
  onSecondFactor: (challenge: string) => void,
): Promise<'refused' | undefined> {
  if ('error' in arrival) return 'refused';
  const answer = await call(loginWithSignOn, { body: arrival }, { withoutMiddleware: true });
  if ('challenge' in answer) onSecondFactor(answer.challenge);
  else await enter(answer);
  return undefined;
}
