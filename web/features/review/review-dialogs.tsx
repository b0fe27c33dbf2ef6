import type { Person } from '@lectern/contract/features/people.ts';
import { useState } from 'react';
import { FormDialog } from '../../components/form-dialog.tsx';
import { PersonField } from '../../components/person-picker.tsx';
import { useDialogAction } from '../../components/use-dialog-action.ts';
import { useFormat } from '../../lib/format.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { useStore } from '../../lib/store.ts';
import { DecisionDialog } from './decide/decision-dialog.tsx';
import { closeReviewDialog, type ReviewTarget, reviewDialog, startOn } from './review-dialog.ts';

/** Dialogs of the queue's actions. */
export function ReviewDialogs() {
  const open = useStore(reviewDialog);
  const { busy, carryOut } = useDialogAction(closeReviewDialog);
  const what = useWhat(open?.target);
  if (!open) return null;
  const { target } = open;
  if (open.kind === 'assign') {
    return (
      <AssignDialog
        what={what}
        busy={busy}
        onAssign={(userId) => void carryOut(() => startOn('assign', target, { userId }))}
      />
    );
  }
  return (
    <DecisionDialog
      decision={open.decision}
      what={what}
      busy={busy}
      onSubmit={(why) => void carryOut(() => startOn(open.decision, target, why))}
      onClose={closeReviewDialog}
    />
  );
}

function useWhat(target: ReviewTarget | undefined): string {
  const { review } = useTexts();
  const format = useFormat();
  if (target?.row) return `“${target.row.resource.title}”`;
  return fillText(review.decision.what, { count: format.number(target?.count ?? 0) });
}

type AssignProps = { what: string; busy: boolean; onAssign: (userId: string) => void };

function AssignDialog({ what, busy, onAssign }: AssignProps) {
  const { review } = useTexts();
  const [person, setPerson] = useState<Person | null>(null);
  const [tried, setTried] = useState(false);
  return (
    <FormDialog
      title={fillText(review.assign.title, { what })}
      confirmLabel={review.assign.submit}
      busy={busy}
      onConfirm={() => {
        setTried(true);
        if (person && !busy) onAssign(person.id);
      }}
      onClose={closeReviewDialog}
    >
      <PersonField
        label={review.assign.to}
        other={review.assign.other}
        error={tried ? review.assign.needed : undefined}
        person={person}
        onChange={setPerson}
      />
    </FormDialog>
  );
}
