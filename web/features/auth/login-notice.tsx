import { type ReactNode, useEffect, useState } from 'react';
import { createFormat } from '../../lib/format.ts';
import { fillText, useCoreTexts, useLanguage } from '../../lib/i18n/use-texts.ts';

type Props = {
  tone: 'bad' | 'warn' | 'ok';
  text: string;
  hint?: string | undefined;
  requestId?: string | undefined;
  /** Countdown text; hidden from screen readers, because it changes every second. */
  counting?: string | undefined;
  children?: ReactNode;
};

/** Message above the form fields. */
export function LoginNotice({ tone, text, hint, requestId, counting, children }: Props) {
  const { request } = useCoreTexts();
  return (
    <div className={`login-notice login-notice-${tone}`}>
      <div role={tone === 'ok' ? 'status' : 'alert'}>
        <strong>{text}</strong>
        {hint && <p>{hint}</p>}
        {requestId && <p className="login-request">{fillText(request.requestId, { id: requestId })}</p>}
      </div>
      {counting && (
        <span className="login-counting" aria-hidden="true">
          {counting}
        </span>
      )}
      {children}
    </div>
  );
}

const second = 1_000;

/** Too many tries: when login is possible again, with a countdown; says so when it is over. */
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

/** Milliseconds left until an instant, updated as time passes; 0 when it is over or undefined. */
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
