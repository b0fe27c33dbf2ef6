import type { DecisionReason, ReviewDecision } from '@lectern/contract/features/review-decision.ts';
import { useId, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { SelectField } from '../../../components/select-field.tsx';
import { TextareaField } from '../../../components/textarea-field.tsx';
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
  const { review, words } = useTexts();
  const [reason, setReason] = useState(lastReasons.get()[decision]);
  const [note, setNote] = useState(startNote);
  const [tried, setTried] = useState(false);
  const form = useId();
  const needsNote = decision === 'return' || decision === 'escalate';
  const missing = needsNote && note.trim() === '';
  const submit = () => {
    setTried(true);
    if (missing || busy) return;
    keepReason(decision, reason);
    onSubmit({ reason, note: note.trim() });
  };
  const footer = (
    <>
      <Button onClick={onClose}>{words.cancel}</Button>
      <Button look={decision === 'block' ? 'danger' : 'primary'} submits form={form} busy={busy}>
        {review.decision.submit[decision]}
      </Button>
    </>
  );
  return (
    <Dialog
      open
      className="decision-dialog"
      title={fillText(review.decision.titles[decision], { what })}
      onClose={onClose}
      footer={footer}
    >
      <form
        id={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <p>{review.decision.texts[decision]}</p>
        <SelectField
          label={review.decision.reason}
          value={reason}
          options={reasonOptions(decision)}
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
      </form>
    </Dialog>
  );
}
