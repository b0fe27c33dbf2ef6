import { notificationSettings } from '@lectern/contract/constants.ts';
import { fillText } from '@lectern/contract/errors.ts';
import { useEffect, useRef, useState } from 'react';
import { copyText } from './copy-text.ts';
import { useCoreTexts } from './i18n/use-texts.ts';
import { dismiss, type Notification } from './notifications.ts';

/** One message. Its time stands still while it is pointed at or focused. */
export function NotificationCard({ notification }: { notification: Notification }) {
  const { notification: texts, request } = useCoreTexts();
  const { id, level, title, text, requestId, repeats, deed } = notification;
  const [held, setHeld] = useState(false);
  useDismissAfterTime(id, repeats, held);
  const hold = { onPointerEnter: () => setHeld(true), onPointerLeave: () => setHeld(false) };
  const holdFocus = { onFocus: () => setHeld(true), onBlur: () => setHeld(false) };

  return (
    <div className={`notification notification-${level}`} {...hold} {...holdFocus}>
      <div className="notification-message" role={level === 'error' ? 'alert' : 'status'}>
        <strong>{title}</strong>
        {text && <p>{text}</p>}
        {requestId && <p className="notification-request">{fillText(request.requestId, { id: requestId })}</p>}
      </div>
      {deed && (
        <button
          type="button"
          className="notification-deed"
          onClick={() => {
            dismiss(id);
            deed.run();
          }}
        >
          {deed.label}
        </button>
      )}
      {level === 'error' && <CopyDetails notification={notification} />}
      <button type="button" className="notification-close" aria-label={texts.close} onClick={() => dismiss(id)}>
        ×
      </button>
    </div>
  );
}

function CopyDetails({ notification: { title, text, requestId } }: { notification: Notification }) {
  const { notification: texts } = useCoreTexts();
  const [copied, setCopied] = useState(false);
  const details = [title, text, requestId, window.location.href, new Date().toISOString()].filter(Boolean).join('\n');
  return (
    <button type="button" className="notification-copy" onClick={async () => setCopied(await copyText(details))}>
      {copied ? texts.copied : texts.copyDetails}
    </button>
  );
}

function useDismissAfterTime(id: number, repeats: number, held: boolean): void {
  const left = useRef<number>(notificationSettings.durationMs);
  const seen = useRef(repeats);
  useEffect(() => {
    if (seen.current !== repeats) left.current = notificationSettings.durationMs;
    seen.current = repeats;
    if (held) return;
    const startedAt = Date.now();
    const timer = setTimeout(() => dismiss(id), left.current);
    return () => {
      clearTimeout(timer);
      left.current -= Date.now() - startedAt;
    };
  }, [id, repeats, held]);
}
