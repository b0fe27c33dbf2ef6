import { fillText } from '@lectern/contract/errors.ts';
import { createFormat } from '../../lib/format.ts';
import { useCoreTexts, useLanguage } from '../../lib/i18n/use-texts.ts';
import { LoginNotice } from './login-notice.tsx';
import { useTimeLeft } from './use-time-left.ts';

const second = 1_000;

/** Too many tries: until when, and how long that still is. Over, it says so. */
export function TriesNotice({ untilMs, timeZone }: { untilMs: number; timeZone: string | undefined }) {
  const { login } = useCoreTexts();
  const format = createFormat(useLanguage(), timeZone);
  const left = useTimeLeft(untilMs);
  if (left === 0) return <LoginNotice tone="ok" text={login.tooManyTriesOver} />;
  const wholeSeconds = Math.ceil(left / second) * second;
  return (
    <LoginNotice
      tone="warn"
      text={fillText(login.tooManyTries, { time: format.time(untilMs) })}
      counting={fillText(login.timeLeft, { left: format.duration(wholeSeconds) })}
    />
  );
}
