import type { NotificationKind, NotificationRow } from '@lectern/contract/features/notification.ts';
import { AppLink } from '../../components/app-link.tsx';
import { Icon, type IconName } from '../../components/icon.tsx';
import { IconButton } from '../../components/icon-button.tsx';
import { useFormat } from '../../lib/format.ts';
import { useTexts } from '../../lib/i18n/use-texts.ts';
import { ownPath } from '../../lib/own-path.ts';
import { sentenceOf } from './notification-sentence.ts';

const icons: Record<NotificationKind, IconName> = {
  passwordChanged: 'key',
  passwordReset: 'key',
  twoFactorOn: 'lock',
  twoFactorOff: 'lock',
  recoveryCodeUsed: 'key',
  signedInOnNewDevice: 'device',
  signOnLinked: 'key',
  signOnUnlinked: 'key',
  accessAsked: 'person',
  accessGranted: 'done',
  accessRefused: 'ban',
  jobDone: 'done',
  jobFailed: 'problem',
  operationDone: 'done',
  operationFailed: 'problem',
  mailFailed: 'mail',
  coursePublished: 'done',
  courseRejected: 'problem',
  courseOffline: 'problem',
  courseTrashed: 'problem',
  resourcePublished: 'done',
  resourceRejected: 'problem',
  resourceOffline: 'problem',
  resourceTrashed: 'problem',
  resourceNotPublished: 'problem',
  resourceBlocked: 'problem',
  resourceUnblocked: 'done',
  resourceReturned: 'problem',
  summaryPublished: 'done',
  reviewAssigned: 'person',
  reviewEscalated: 'problem',
  unblockAsked: 'person',
  unblockRefused: 'problem',
  subtitlePublished: 'done',
  subtitleWithdrawn: 'problem',
  subtitleRemoved: 'problem',
  maskFailed: 'problem',
  hitsFound: 'problem',
  hitsFoundAgain: 'problem',
  rescanFailed: 'problem',
  taskOpened: 'task',
  taskAssigned: 'task',
  taskCommented: 'task',
  taskDone: 'done',
  taskDue: 'problem',
  taskBack: 'task',
  announcement: 'megaphone',
};

type Props = { row: NotificationRow; onRead: () => void; onFollow: () => void };

/** One notification: following its link reads it; one without a link has a button for that. */
export function NotificationEntry({ row, onRead, onFollow }: Props) {
  const texts = useTexts();
  const format = useFormat();
  const unread = row.readAt === null;
  const link = ownPath(row.link);
  const follow = () => {
    if (unread) onRead();
    onFollow();
  };
  const sentence = sentenceOf(row, texts);
  return (
    <li className={unread ? 'bell-entry bell-entry-unread' : 'bell-entry'}>
      <Icon name={icons[row.kind]} className={icons[row.kind] === 'problem' ? 'bell-icon-bad' : undefined} />
      <div className="bell-text">
        {link ? (
          <AppLink to={link} onClick={follow}>
            {sentence}
          </AppLink>
        ) : (
          <span>{sentence}</span>
        )}
        {row.params.note && <q>{row.params.note}</q>}
        <time dateTime={row.createdAt} title={format.dateTime(row.createdAt)}>
          {format.relativeTime(row.createdAt)}
          {unread && <span className="visually-hidden">, {texts.notification.unread}</span>}
        </time>
      </div>
      {unread && <IconButton icon="check" label={texts.notification.markOne} onClick={onRead} />}
    </li>
  );
}
