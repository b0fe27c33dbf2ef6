import { cancelMail, getMail, listMails, type MailView, retryMail } from '@lectern/contract/features/mail.ts';
import { listMailRecipients } from '@lectern/contract/features/mail-compose.ts';
import { listMailActivity } from '@lectern/contract/features/mail-detail.ts';
import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { useFormat } from '../../../lib/format.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { useMutationOf } from '../../../lib/queries.ts';
import { copyMail } from '../mail-actions.ts';

const invalidates = [getMail, listMails, listMailRecipients, listMailActivity];

/** What can be done about a mail that is no draft any more. */
export function SentActions({ mail }: { mail: MailView }) {
  const { view } = useTexts().mail;
  const format = useFormat();
  const [asked, setAsked] = useState<'cancel' | 'unknown' | null>(null);
  const [copying, setCopying] = useState(false);
  const cancel = useMutationOf(cancelMail, { invalidates });
  const retry = useMutationOf(retryMail, { invalidates });
  const { id, state, counts, kind } = mail;
  const params = { id };
  const isLive = state === 'scheduled' || state === 'sending';
  const isOver = state !== 'scheduled' && state !== 'cancelled';
  const end = () => setAsked(null);
  const copy = async () => {
    setCopying(true);
    // Why it failed is told by the shared handling of failures.
    await copyMail(id).catch(() => undefined);
    setCopying(false);
  };
  return (
    <>
      {kind !== 'system' && (
        <Button icon="copy" busy={copying} onClick={() => void copy()}>
          {view.duplicate}
        </Button>
      )}
      {isOver && counts.unknown > 0 && (
        <Button icon="refresh" onClick={() => setAsked('unknown')}>
          {view.retryUnknown}
        </Button>
      )}
      {isOver && counts.failed > 0 && (
        <Button
          icon="refresh"
          look="primary"
          busy={retry.isPending}
          onClick={() => retry.mutate({ params, body: { which: 'failed' } })}
        >
          {view.retry}
        </Button>
      )}
      {isLive && (
        <Button icon="ban" onClick={() => setAsked('cancel')}>
          {view.cancel}
        </Button>
      )}
      <ConfirmDialog
        open={asked === 'cancel'}
        title={view.cancelTitle}
        confirmLabel={view.cancel}
        cancelLabel={view.keep}
        look="danger"
        busy={cancel.isPending}
        onConfirm={() => cancel.mutate({ params }, { onSettled: end })}
        onClose={end}
      >
        {view.cancelText}
      </ConfirmDialog>
      <ConfirmDialog
        open={asked === 'unknown'}
        title={fillText(view.retryUnknownTitle, { count: format.number(counts.unknown) })}
        confirmLabel={view.retryUnknown}
        look="danger"
        busy={retry.isPending}
        onConfirm={() => retry.mutate({ params, body: { which: 'unknown' } }, { onSettled: end })}
        onClose={end}
      >
        {view.retryUnknownText}
      </ConfirmDialog>
    </>
  );
}
