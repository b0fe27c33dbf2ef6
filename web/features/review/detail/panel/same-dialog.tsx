import type { OutputOf } from '@lectern/contract/endpoint.ts';
import { type Hit, type ReviewView, reviewPath } from '@lectern/contract/features/review.ts';
import {
  type countSameHits,
  decideSameHits,
  type HitDecision,
  hitDecisions,
  maskableSources,
} from '@lectern/contract/features/review-decision.ts';
import { useState } from 'react';
import { ChoiceField } from '../../../../components/choice-field.tsx';
import { FormDialog } from '../../../../components/form-dialog.tsx';
import { SelectField } from '../../../../components/select-field.tsx';
import { TextareaField } from '../../../../components/text-field.tsx';
import { useFormat } from '../../../../lib/format.ts';
import { fillText, useTexts } from '../../../../lib/i18n/use-texts.ts';
import { notify } from '../../../../lib/notifications.ts';
import { useMutationOf } from '../../../../lib/queries.ts';
import { useStore } from '../../../../lib/store.ts';
import { keepReason, lastReasons, reasonOptions } from '../../decide/decision-dialog.tsx';
import { rememberAction } from '../../decide/last-action.ts';
import '../../decide/decide.css';

type Props = { review: ReviewView; hit: Hit; same: OutputOf<typeof countSameHits>; onClose: () => void };

/** Decides all identical matches alike, in an operation that can be undone. */
export function SameDialog({ review, hit, same, onClose }: Props) {
  const { review: says, list } = useTexts();
  const { number } = useFormat();
  const reasons = useStore(lastReasons);
  const [decision, setDecision] = useState<HitDecision>('clear');
  const [note, setNote] = useState('');
  const begin = useMutationOf(decideSameHits, { idempotent: true });
  const offered = hitDecisions.filter((one) => one !== 'mask' || maskableSources.includes(hit.place.source));
  const submit = () =>
    begin.mutate(
      {
        params: { id: review.id, hitId: hit.id },
        body: { decision, reason: reasons[decision], note: note.trim() },
      },
      {
        onSuccess: ({ id }) => {
          rememberAction({ kind: 'operation', id });
          notify({ level: 'info', title: says.same.begun, text: list.startedText });
          onClose();
        },
      },
    );
  return (
    <FormDialog
      title={says.same.title}
      confirmLabel={fillText(says.same.submit, { hits: number(same.hits) })}
      look={decision === 'block' ? 'danger' : 'primary'}
      busy={begin.isPending}
      onConfirm={submit}
      onClose={onClose}
    >
      <p>{fillText(says.panel.sameCount, { hits: number(same.hits), resources: number(same.resources) })}</p>
      <p>{says.same.text}</p>
      <ChoiceField
        label={says.same.decision}
        value={decision}
        options={offered.map((value) => ({ value, label: says.panel[value] }))}
        onChange={setDecision}
      />
      <SelectField
        label={says.decision.reason}
        value={reasons[decision]}
        options={reasonOptions(decision, says.reasons)}
        onChange={(reason) => keepReason(decision, reason)}
      />
      <TextareaField label={says.decision.optionalNote} rows={2} maxLength={1000} value={note} onChange={setNote} />
      {same.samples.length > 0 && (
        <div>
          <strong>{says.same.samples}</strong>
          <ul className="decision-dialog-samples">
            {same.samples.map(({ id, title }) => (
              <li key={id}>
                {/* The page finds out by itself of which kind it is. */}
                <a href={reviewPath({ id, kind: 'document' })} target="_blank" rel="noreferrer">
                  {title}
                </a>
              </li>
            ))}
          </ul>
        </div>
      )}
    </FormDialog>
  );
}
