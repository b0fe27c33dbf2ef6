import { type RejectionReason, rejectionReasons } from '@lectern/contract/features/summary.ts';
import { useState } from 'react';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { SelectField } from '../../../components/select-field.tsx';
import { TextareaField } from '../../../components/text-field.tsx';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';

export type Why = { reason: RejectionReason; note: string };
type Props = { what: string; busy: boolean; onReject: (why: Why) => void; onClose: () => void };

/** Why a summary won't do: whoever writes the next one reads it. */
export function RejectDialog({ what, busy, onReject, onClose }: Props) {
  const { reject, rejections } = useTexts().summary;
  const [reason, setReason] = useState<RejectionReason>('wrong');
  const [note, setNote] = useState('');
  const [tried, setTried] = useState(false);
  const missing = reason === 'other' && note.trim() === '';
  return (
    <FormDialog
      title={fillText(reject.title, { what })}
      confirmLabel={reject.submit}
      look="danger"
      busy={busy}
      onConfirm={() => {
        setTried(true);
        if (!missing) onReject({ reason, note: note.trim() });
      }}
      onClose={onClose}
    >
      <p>{reject.text}</p>
      <SelectField
        label={reject.reason}
        value={reason}
        options={rejectionReasons.map((value) => ({ value, label: rejections[value] }))}
        onChange={setReason}
      />
      <TextareaField
        label={reject.note}
        value={note}
        maxLength={1000}
        error={tried && missing ? reject.noteNeeded : undefined}
        onChange={setNote}
      />
    </FormDialog>
  );
}
