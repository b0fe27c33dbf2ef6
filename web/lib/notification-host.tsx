import { notificationSettings } from '@lectern/contract/constants.ts';
import { useEffect, useRef } from 'react';
import { useCoreTexts } from './i18n/use-texts.ts';
import { NotificationCard } from './notification-card.tsx';
import './notification-host.css';
import { notifications } from './notifications.ts';
import { useStore } from './use-store.ts';

/** Shows what `notify` was given, over everything else, dialogs included. */
export function NotificationHost() {
  const { notification: texts } = useCoreTexts();
  const shown = useStore(notifications);
  const host = useRef<HTMLElement>(null);
  const newest = shown.at(-1)?.id;

  // The top layer is ordered by when things entered it: a new message has to enter again to lie above a dialog.
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
