import { type RejectionReason, rejectionReasons } from '@lectern/contract/features/summary.ts';
import { rejectionWords } from '@lectern/contract/features/summary-words.ts';
import { useState } from 'react';
import { SelectField } from '../../../components/select-field.tsx';
import { TextareaField } from '../../../components/textarea-field.tsx';
import { inLanguage } from '../../../lib/i18n/in-language.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { FormDialog } from './form-dialog.tsx';

export type Why = { reason: RejectionReason; note: string };
type Props = { what: string; busy: boolean; onReject: (why: Why) => void; onClose: () => void };

/** Why a summary won't do: whoever writes the next one reads it. */
export function RejectDialog({ what, busy, onReject, onClose }: Props) {
  const { reject } = useTexts().summary;
  const [reason, setReason] = useState<RejectionReason>('wrong');
  const [note, setNote] = useState('');
  const [tried, setTried] = useState(false);
  const words = inLanguage(rejectionWords);
  const missing = reason === 'other' && note.trim() === '';
  return (
    <FormDialog
      title={fillText(reject.title, { what })}
      text={reject.text}
      submitLabel={reject.submit}
      look="danger"
      busy={busy}
      onSubmit={() => {
        setTried(true);
        if (!missing) onReject({ reason, note: note.trim() });
      }}
      onClose={onClose}
    >
      <SelectField
        label={reject.reason}
        value={reason}
        options={rejectionReasons.map((value) => ({ value, label: words[value] }))}
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
