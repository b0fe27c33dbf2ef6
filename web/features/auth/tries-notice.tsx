import { useEffect, useState } from 'react';
import { createFormat } from '../../lib/format.ts';
import { fillText, useCoreTexts, useLanguage } from '../../lib/i18n/use-texts.ts';
import { LoginNotice } from './login-notice.tsx';

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

const tickMs = 500;

/** Milliseconds until an instant, counting down; 0 when it is over or there is none. */
export function useTimeLeft(untilMs: number | undefined): number {
  const [now, setNow] = useState(() => Date.now());
  const left = Math.max(0, (untilMs ?? 0) - now);
  const running = left > 0;
  useEffect(() => {
    setNow(Date.now());
    if (untilMs === undefined || !running) return;
    const timer = setInterval(() => setNow(Date.now()), tickMs);
    return () => clearInterval(timer);
  }, [untilMs, running]);
  return left;
}
