import { useState } from 'react';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { useFormat } from '../../lib/format.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { useStore } from '../../lib/store.ts';
import { closeMailDialog, type MailTarget, mailDialog, startOn } from './mail-actions.ts';
import { subjectText } from './subject-shown.tsx';
import { TemplatesPanel } from './templates/templates-panel.tsx';

/** Whatever lies over the list. */
export function MailDialogs() {
  const open = useStore(mailDialog);
  if (open?.kind === 'templates') return <TemplatesPanel onClose={closeMailDialog} />;
  return open ? <DeleteDialog target={open.target} /> : null;
}

function DeleteDialog({ target }: { target: MailTarget }) {
  const { mail } = useTexts();
  const format = useFormat();
  const [busy, setBusy] = useState(false);
  const what = target.row
    ? `“${subjectText(target.row.subject) || mail.noSubject}”`
    : fillText(mail.count, { count: format.number(target.count) });
  const confirm = async () => {
    setBusy(true);
    // A failure to start is told by the shared handling of failures.
    await startOn('delete', target).catch(() => undefined);
    closeMailDialog();
  };
  return (
    <ConfirmDialog
      open
      title={fillText(mail.deleteTitle, { what })}
      confirmLabel={mail.actions.delete}
      look="danger"
      busy={busy}
      onConfirm={() => void confirm()}
      onClose={closeMailDialog}
    >
      {mail.deleteText}
    </ConfirmDialog>
  );
}
