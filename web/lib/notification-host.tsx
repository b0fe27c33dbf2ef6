import { notificationSettings } from '@lectern/contract/constants.ts';
import { useEffect, useRef, useState } from 'react';
import { copyText } from './copy-text.ts';
import { fillText, useCoreTexts } from './i18n/use-texts.ts';
import { dismiss, type Notification, notifications } from './notifications.ts';
import { useStore } from './store.ts';
import './notification-host.css';

/** Renders notifications above everything else, including dialogs. */
export function NotificationHost() {
  const { notification: texts } = useCoreTexts();
  const shown = useStore(notifications);
  const host = useRef<HTMLElement>(null);
  const newest = shown.at(-1)?.id;

  // The top layer is ordered by insertion: it has to be re-entered for a new message to appear above an open dialog.
  useEffect(() => {
    const element = host.current;
    if (newest === undefined || !element?.showPopover) return;
    if (element.matches(':popover-open')) element.hidePopover();
    element.showPopover();
  }, [newest]);

  return (
    <section
      ref={host}
      className="notifications"
      popover="manual"
      aria-label={texts.region}
      data-placement={notificationSettings.placement}
      style={{
        top: notificationSettings.edgeOffsetPx,
        right: notificationSettings.edgeOffsetPx,
        width: notificationSettings.widthPx,
      }}
    >
      {shown.map((entry) => (
        <NotificationCard key={entry.id} notification={entry} />
      ))}
    </section>
  );
}

/** One message; its timer pauses while hovered or focused. */
function NotificationCard({ notification }: { notification: Notification }) {
  const { notification: texts, request } = useCoreTexts();
  const { id, level, title, text, requestId, repeats, action } = notification;
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
      {action && (
        <button
          type="button"
          className="notification-action"
          onClick={() => {
            dismiss(id);
            action.run();
          }}
        >
          {action.label}
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
