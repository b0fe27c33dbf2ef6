import { type ReactNode, useEffect, useState } from 'react';
import { createFormat } from '../../lib/format.ts';
import { fillText, useCoreTexts, useLanguage } from '../../lib/i18n/use-texts.ts';

type Props = {
  tone: 'bad' | 'warn' | 'ok';
  text: string;
  hint?: string | undefined;
  requestId?: string | undefined;
  /** Changes by itself, so it is not read out each time. */
  counting?: string | undefined;
  children?: ReactNode;
};

/** What the form has to say, above its fields. */
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
