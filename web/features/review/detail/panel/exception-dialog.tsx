import type { Hit, ReviewView } from '@lectern/contract/features/review.ts';
import { addExceptionFromHit } from '@lectern/contract/features/review-decision.ts';
import { getSensitiveWord, wordLimits } from '@lectern/contract/features/sensitive-word.ts';
import { previewImpact } from '@lectern/contract/features/sensitive-word-trial.ts';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Button } from '../../../../components/button.tsx';
import { Dialog } from '../../../../components/dialog.tsx';
import { ErrorPanel } from '../../../../components/error-panel.tsx';
import { ImpactReport } from '../../../../components/sensitive/impact-report.tsx';
import { markedText } from '../../../../components/sensitive/marked-text.tsx';
import { TextField } from '../../../../components/text-field.tsx';
import { fillText, useTexts } from '../../../../lib/i18n/use-texts.ts';
import { notify } from '../../../../lib/notifications.ts';
import { queryOf, useMutationOf } from '../../../../lib/queries.ts';
import { phraseAround } from './phrase-around.ts';
import '../../decide/decide.css';

type Props = { review: ReviewView; hit: Hit; onClose: () => void };

/** A phrase in which the word is meant otherwise. What that would change is seen before it is added. */
export function ExceptionDialog({ review, hit, onClose }: Props) {
  const { review: says, words } = useTexts();
  const { exception } = says;
  const form = useId();
  const [phrase, setPhrase] = useState(() => phraseAround(hit.excerpt));
  const [seen, setSeen] = useState<string | null>(null);
  const word = useQuery(queryOf(getSensitiveWord, { params: { id: hit.word.id } }, { quiet: true }));
  const preview = useMutationOf(previewImpact, { quiet: true });
  const add = useMutationOf(addExceptionFromHit, { quiet: true, invalidates: [getSensitiveWord] });
  const text = phrase.trim();
  const { exceptions = [], version = 0 } = word.data ?? {};
  const problem =
    text === ''
      ? words.required
      : exceptions.includes(text)
        ? exception.known
        : exceptions.length >= wordLimits.exceptions
          ? exception.full
          : undefined;
  const isSeen = seen === text && preview.data !== undefined;
  const look = () => {
    add.reset();
    preview.mutate(
      { body: { changes: [{ kind: 'change', id: hit.word.id, word: { exceptions: [...exceptions, text] } }] } },
      { onSuccess: () => setSeen(text) },
    );
  };
  const submit = () =>
    add.mutate(
      { params: { id: review.id, hitId: hit.id }, body: { phrase: text, wordVersion: version } },
      {
        onSuccess: () => {
          notify({ level: 'success', title: exception.added, text: exception.addedText });
          onClose();
        },
      },
    );
  const busy = preview.isPending || add.isPending || !word.data;
  const footer = (
    <>
      <Button onClick={onClose}>{words.cancel}</Button>
      <Button look="primary" submits form={form} busy={busy && !word.error} disabled={problem !== undefined}>
        {isSeen ? exception.submit : exception.preview}
      </Button>
    </>
  );
  const refused = word.error ?? preview.error ?? add.error;
  return (
    <Dialog
      open
      className="decision-dialog"
      title={fillText(exception.title, { word: hit.word.text })}
      onClose={onClose}
      footer={footer}
    >
      <form
        id={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (busy || problem) return;
          if (isSeen) submit();
          else look();
        }}
      >
        <p>{exception.text}</p>
        <TextField
          label={exception.phrase}
          value={phrase}
          maxLength={wordLimits.characters}
          error={problem}
          onChange={setPhrase}
          data-first-focus
        />
        <p>
          {exception.context} {markedText(hit.excerpt)}
        </p>
        {isSeen && preview.data && <ImpactReport impact={preview.data} />}
        {refused && <ErrorPanel error={refused} title={exception.refused} />}
      </form>
    </Dialog>
  );
}
