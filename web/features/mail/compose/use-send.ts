import { getMail, listMails, type MailView, sendMail } from '@lectern/contract/features/mail.ts';
import { listMailActivity } from '@lectern/contract/features/mail-detail.ts';
import { getMailServer } from '@lectern/contract/features/mail-server.ts';
import { useFormat } from '../../../lib/format.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { notify } from '../../../lib/notifications.ts';
import { useMutationOf } from '../../../lib/queries.ts';

const stale = [getMail, listMails, listMailActivity, getMailServer];

/** Sends a draft, now or at an instant; `onSent` when it is under way. */
export function useSend({ id, version }: MailView, onSent: () => void) {
  const { compose } = useTexts().mail;
  const format = useFormat();
  const send = useMutationOf(sendMail, { invalidates: stale, quiet: true, idempotent: true });
  return {
    error: send.error,
    busy: send.isPending,
    send: (sendAt: string | null) =>
      send.mutate(
        { params: { id }, body: { version, sendAt } },
        {
          onSuccess: () => {
            const title = sendAt ? fillText(compose.scheduled, { when: format.dateTime(sendAt) }) : compose.sent;
            notify({ level: 'success', title });
            onSent();
          },
        },
      ),
  };
}
