import {
  type DecisionReason,
  decisionReasons,
  type ReviewDecision,
} from '@lectern/contract/features/review-decision.ts';
import { useState } from 'react';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { SelectField } from '../../../components/select-field.tsx';
import { TextareaField } from '../../../components/text-field.tsx';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { createStore } from '../../../lib/store.ts';
import './decide.css';

export type Why = { reason: DecisionReason; note: string };

type Props = {
  decision: ReviewDecision;
  /** Title of the resource, or how many are selected. */
  what: string;
  startNote?: string;
  busy: boolean;
  onSubmit: (why: Why) => void;
  onClose: () => void;
};

/** Explains a decision about whole resources and asks for its reason. Enter confirms. */
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

const innocent: readonly DecisionReason[] = ['teaching', 'quotation', 'name', 'otherMeaning', 'misread', 'other'];
const grave: readonly DecisionReason[] = ['harmful', 'unlawful', 'personal', 'unsuitable', 'other'];

/** Reasons offered for each decision. */
const reasonsOf: Record<ReviewDecision, readonly DecisionReason[]> = {
  clear: innocent,
  block: grave,
  mask: grave,
  return: grave,
  escalate: decisionReasons,
};

/** Last reason given for each decision, preselected the next time. Users see it before they confirm. */
export const lastReasons = createStore<Record<ReviewDecision, DecisionReason>>({
  clear: 'teaching',
  block: 'harmful',
  mask: 'harmful',
  return: 'unsuitable',
  escalate: 'other',
});

export function keepReason(decision: ReviewDecision, reason: DecisionReason): void {
  lastReasons.update((known) => ({
    ...known,
    [decision]: reason,
    // Block and mask share a reason.
    ...((decision === 'block' || decision === 'mask') && { block: reason, mask: reason }),
  }));
}

export function reasonOptions(
  decision: ReviewDecision,
  names: Readonly<Record<DecisionReason, string>>,
): { value: DecisionReason; label: string }[] {
  return reasonsOf[decision].map((value) => ({ value, label: names[value] }));
}
