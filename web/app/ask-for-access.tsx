import { askForAccess, findMyAccessRequest } from '@lectern/contract/features/access-request.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../components/button.tsx';
import { TextareaField } from '../components/textarea-field.tsx';
import { useFormat } from '../lib/format.ts';
import { fillText, useTexts } from '../lib/i18n/use-texts.ts';
import { refreshUser } from '../lib/initial-state.ts';
import { queryOf, useMutationOf } from '../lib/queries.ts';

const noteLimit = 500;

/** Refused because it was granted meanwhile, perhaps: the user as loaded anew tells. */
const lookAgain = () => void refreshUser({ quiet: true });

/** Asks those who can grant it for a page, once; shows when that was. */
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
      <Button look="primary" disabled={mine.isPending} onClick={() => setNote('')}>
        {forbidden.ask}
      </Button>
    );
  }
  return (
    <form
      className="ask-for-access"
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
