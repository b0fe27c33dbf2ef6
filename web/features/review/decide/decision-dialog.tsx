import type { DecisionReason, ReviewDecision } from '@lectern/contract/features/review-decision.ts';
import { useState } from 'react';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { SelectField } from '../../../components/select-field.tsx';
import { TextareaField } from '../../../components/text-field.tsx';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { keepReason, lastReasons, reasonOptions } from './reasons.ts';
import './decide.css';

export type Why = { reason: DecisionReason; note: string };

type Props = {
  decision: ReviewDecision;
  /** What is decided about: a title, or how many. */
  what: string;
  startNote?: string;
  busy: boolean;
  onSubmit: (why: Why) => void;
  onClose: () => void;
};

/** What a decision about whole resources means, and why it is taken. Enter carries it out. */
export function DecisionDialog({ decision, what, startNote = '', busy, onSubmit, onClose }: Props) {
  const { review } = useTexts();
  const [reason, setReason] = useState(lastReasons.get()[decision]);
  const [note, setNote] = useState(startNote);
  const [tried, setTried] = useState(false);
  const needsNote = decision === 'return' || decision === 'escalate';
  const missing = needsNote && note.trim() === '';
  const submit = () => {
    setTried(true);
    if (missing || busy) return;
    keepReason(decision, reason);
    onSubmit({ reason, note: note.trim() });
  };
  return (
    <FormDialog
      title={fillText(review.decision.titles[decision], { what })}
      confirmLabel={review.decision.submit[decision]}
      look={decision === 'block' ? 'danger' : 'primary'}
      busy={busy}
      onConfirm={submit}
      onClose={onClose}
    >
      <p>{review.decision.texts[decision]}</p>
      <SelectField
        label={review.decision.reason}
        value={reason}
        options={reasonOptions(decision, review.reasons)}
        onChange={setReason}
      />
      <TextareaField
        label={needsNote ? review.decision.note : review.decision.optionalNote}
        value={note}
        maxLength={1000}
        {...(decision === 'return' && { hint: review.decision.ownerReads })}
        error={tried && missing ? review.decision.noteNeeded : undefined}
        onChange={setNote}
        {...(needsNote && { 'data-first-focus': true })}
      />
    </FormDialog>
  );
}
