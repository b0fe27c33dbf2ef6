import { type ReactNode, useEffect, useState } from 'react';
import { createFormat } from '../../lib/format.ts';
import { fillText, useCoreTexts, useLanguage } from '../../lib/i18n/use-texts.ts';

type Props = {
  tone: 'bad' | 'warn' | 'ok';
  text: string;
  hint?: string | undefined;
  requestId?: string | undefined;
  children?: ReactNode;
};

/** Message above the form fields. */
export function LoginNotice({ tone, text, hint, requestId, children }: Props) {
  const { request } = useCoreTexts();
  return (
    <div className={`login-notice login-notice-${tone}`}>
      <div role={tone === 'ok' ? 'status' : 'alert'}>
        <strong>{text}</strong>
        {hint && <p>{hint}</p>}
        {requestId && <p className="login-request">{fillText(request.requestId, { id: requestId })}</p>}
      </div>
      {children}
    </div>
  );
}

/** Too many tries: when login is possible again; says so when it is. */
export function TriesNotice({ untilMs, timeZone }: { untilMs: number; timeZone: string | undefined }) {
  const { login } = useCoreTexts();
  const format = createFormat(useLanguage(), timeZone);
  const left = useTimeLeft(untilMs);
  if (left === 0) return <LoginNotice tone="ok" text={login.tooManyTriesOver} />;
  return <LoginNotice tone="warn" text={fillText(login.tooManyTries, { time: format.time(untilMs) })} />;
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
