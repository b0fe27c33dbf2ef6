import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Badge, badgeText } from '../../components/badge.tsx';
import { IconButton } from '../../components/button.tsx';
import { useDropdown } from '../../components/use-dismiss.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { useLiveEvents } from '../../lib/live-events.ts';
import {
  addNotification,
  NotificationPanel,
  sentenceOf,
  setUnreadCount,
  useUnreadCount,
} from './notification-panel.tsx';
import './notification-bell.css';

type Props = { open: boolean; onToggle: () => void; onClose: () => void };

/** Bell with the unread count and a dropdown of notifications, updated live. */
export function NotificationBell({ open, onToggle, onClose }: Props) {
  const texts = useTexts();
  const client = useQueryClient();
  const unread = useUnreadCount();
  const [latest, setLatest] = useState('');
  const { root, button, close } = useDropdown(open, onClose);

  useLiveEvents('notification', ({ notification, unread: now }) => {
    setUnreadCount(now);
    addNotification(client, notification);
    setLatest(sentenceOf(notification, texts));
  });
  const { bell, bellUnread } = texts.notification;
  return (
    <div className="bell" ref={root}>
      <IconButton
        ref={button}
        icon={open ? 'bellFilled' : 'bell'}
        label={unread > 0 ? fillText(bellUnread, { count: badgeText(unread) }) : bell}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={onToggle}
      >
        <Badge count={unread} />
      </IconButton>
      <span className="visually-hidden" aria-live="polite">
        {latest}
      </span>
      {open && <NotificationPanel onClose={close} />}
    </div>
  );
}
