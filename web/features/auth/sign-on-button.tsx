import { fillText } from '@lectern/contract/errors.ts';
import { useCoreTexts } from '../../lib/i18n/use-texts.ts';
import type { useSignOn } from './use-sign-on.ts';

type Props = { label: string } & Pick<ReturnType<typeof useSignOn>, 'step' | 'leave'>;

/** The other way in, by the name that the operator gave it. */
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
