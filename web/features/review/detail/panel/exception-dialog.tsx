import type { Hit, ReviewView } from '@lectern/contract/features/review.ts';
import { addExceptionFromHit } from '@lectern/contract/features/review-decision.ts';
import type { MarkedText } from '@lectern/contract/features/scan.ts';
import { getSensitiveWord, wordLimits } from '@lectern/contract/features/sensitive-word.ts';
import { previewImpact } from '@lectern/contract/features/sensitive-word-trial.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ErrorPanel } from '../../../../components/error-panel.tsx';
import { FormDialog } from '../../../../components/form-dialog.tsx';
import { ImpactReport } from '../../../../components/sensitive/impact-report.tsx';
import { markedText } from '../../../../components/sensitive/marked-text.tsx';
import { TextField } from '../../../../components/text-field.tsx';
import { fillText, useTexts } from '../../../../lib/i18n/use-texts.ts';
import { notify } from '../../../../lib/notifications.ts';
import { queryOf, useMutationOf } from '../../../../lib/queries.ts';
import '../../decide/decide.css';

type Props = { review: ReviewView; hit: Hit; onClose: () => void };

/** Adds a phrase in which the word is harmless, with a preview of the effect. */
export function ExceptionDialog({ review, hit, onClose }: Props) {
  const { review: says, words } = useTexts();
  const { exception } = says;
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
  const refused = word.error ?? preview.error ?? add.error;
  return (
    <FormDialog
      title={fillText(exception.title, { word: hit.word.text })}
      confirmLabel={isSeen ? exception.submit : exception.preview}
      busy={busy && !word.error}
      disabled={problem !== undefined}
      onConfirm={() => {
        if (busy || problem) return;
        if (isSeen) submit();
        else look();
      }}
      onClose={onClose}
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
    </FormDialog>
  );
}

const isWordy = (text: string) => /[\p{L}\p{N}]/u.test(text);

/** The match with the word before and after it, which is the most common exception phrase. */
export function phraseAround({ text, mark: [start, end] }: MarkedText): string {
  const pieces = [...new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text)];
  const before = pieces.filter(({ index, segment }) => index + segment.length <= start && isWordy(segment)).at(-1);
  const after = pieces.find(({ index, segment }) => index >= end && isWordy(segment));
  const from = before?.index ?? start;
  const to = after ? after.index + after.segment.length : end;
  return text.slice(from, to).replace(/\s+/g, ' ').trim();
}
