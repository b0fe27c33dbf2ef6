import type { ReactNode } from 'react';
import { fillText, useCoreTexts } from '../../lib/i18n/use-texts.ts';

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
