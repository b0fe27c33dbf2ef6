import { askForAccess, findMyAccessRequest } from '@lectern/contract/features/access-request.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormat } from '../../lib/format.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { refreshUser } from '../../lib/initial-state.ts';
import { queryOf, useMutationOf } from '../../lib/queries.ts';
import { Button } from '../button.tsx';
import { TextareaField } from '../text-field.tsx';

const noteLimit = 500;

/** The request may have failed because access was just granted; reloading the user shows that. */
const lookAgain = () => void refreshUser({ quiet: true });

/** Requests access to a page from those who can grant it, once; afterwards shows when. */
export function AskForAccess({ page }: { page: string }) {
  const { forbidden } = useTexts().errorPages;
  const format = useFormat();
  const mine = useQuery(queryOf(findMyAccessRequest, { query: { page } }, { quiet: true }));
  const ask = useMutationOf(askForAccess, { idempotent: true, invalidates: [findMyAccessRequest] });
  const [note, setNote] = useState<string | null>(null);

  const asked = ask.data ?? mine.data;
  if (asked) {
    const text = ask.data ? forbidden.asked : forbidden.askedAgain;
    return <p role="status">{fillText(text, { when: format.relativeTime(asked.askedAt) })}</p>;
  }
  if (note === null) {
    return (
      <div className="notice-page-actions">
        <Button look="primary" disabled={mine.isPending} onClick={() => setNote('')}>
          {forbidden.ask}
        </Button>
      </div>
    );
  }
  return (
    <form
      className="notice-page-block"
      onSubmit={(event) => {
        event.preventDefault();
        if (!ask.isPending) ask.mutate({ body: { page, note: note.trim() } }, { onError: lookAgain });
      }}
    >
      <TextareaField label={forbidden.note} value={note} maxLength={noteLimit} onChange={setNote} autoFocus />
      <div className="notice-page-actions">
        <Button look="primary" submits busy={ask.isPending}>
          {ask.isPending ? forbidden.asking : forbidden.send}
        </Button>
        <Button onClick={() => setNote(null)}>{forbidden.cancel}</Button>
      </div>
    </form>
  );
}
