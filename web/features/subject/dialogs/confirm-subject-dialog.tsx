import { useState } from 'react';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { useSubjectAddress } from '../subject-address.ts';
import { closeSubjectDialog } from '../subject-dialog.ts';
import type { SubjectNode } from '../subject-node.ts';
import { useSubjectDeeds } from '../use-subject-deeds.ts';

type Props = { action: 'delete' | 'disable'; subject: SubjectNode };

export function ConfirmSubjectDialog({ action, subject }: Props) {
  const { dialog: words, actions } = useTexts().subject;
  const deeds = useSubjectDeeds();
  const { id: openId, open } = useSubjectAddress();
  const [busy, setBusy] = useState(false);
  const confirm = async () => {
    setBusy(true);
    // A failure to start is told by the shared handling of failures.
    const begun = await deeds.begin(action, subject).then(
      () => true,
      () => false,
    );
    closeSubjectDialog();
    if (begun && action === 'delete' && openId === subject.id) open(subject.parentId, 'about');
  };
  const isDelete = action === 'delete';
  return (
    <ConfirmDialog
      open
      title={fillText(isDelete ? words.deleteTitle : words.disableTitle, { name: subject.name })}
      confirmLabel={actions[action]}
      look={isDelete ? 'danger' : 'primary'}
      busy={busy}
      onConfirm={() => void confirm()}
      onClose={closeSubjectDialog}
    >
      {isDelete ? words.deleteText : words.disableText}
    </ConfirmDialog>
  );
}
