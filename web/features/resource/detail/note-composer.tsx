import { addNote } from '@lectern/contract/features/resource-detail.ts';
import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { clock } from '../../../components/viewers/media/clock.ts';
import type { Place, ViewerLink } from '../../../components/viewers/viewer-link.ts';
import { fillText, type Texts, useTexts } from '../../../lib/i18n/use-texts.ts';
import { useMutationOf } from '../../../lib/queries.ts';
import { useStore } from '../../../lib/use-store.ts';
import { noteChanges } from './note-changes.ts';

/** Leaves a note; where the viewer stands at a page or a second, the note can be about that. */
export function NoteComposer({ id, link }: { id: string; link: ViewerLink }) {
  const { resourceDetail } = useTexts();
  const [text, setText] = useState('');
  const [aboutPlace, setAboutPlace] = useState(false);
  const add = useMutationOf(addNote, { invalidates: noteChanges, idempotent: true });
  const send = () => {
    if (text.trim() === '' || add.isPending) return;
    const { page, second } = link.place.get();
    const place = aboutPlace ? { page, second: second === null ? null : Math.floor(second * 10) / 10 } : {};
    add.mutate({ params: { id }, body: { text: text.trim(), ...place } }, { onSuccess: () => setText('') });
  };
  return (
    <form
      className="note-composer"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        send();
      }}
    >
      <textarea
        className="field-input"
        aria-label={resourceDetail.note}
        placeholder={resourceDetail.notePlaceholder}
        rows={2}
        maxLength={5000}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <div className="note-composer-foot">
        <PlaceChoice link={link} chosen={aboutPlace} onChange={setAboutPlace} />
        <Button submits size="small" keys="$mod+Enter" busy={add.isPending} disabled={text.trim() === ''}>
          {resourceDetail.addNote}
        </Button>
      </div>
    </form>
  );
}

/** Follows the viewer by itself, so that nothing else is drawn anew while a recording plays. */
function PlaceChoice(props: { link: ViewerLink; chosen: boolean; onChange: (chosen: boolean) => void }) {
  const { resourceDetail } = useTexts();
  const place = useStore(props.link.place);
  if (place.page === null && place.second === null) return <span />;
  return (
    <label className="note-place">
      <input type="checkbox" checked={props.chosen} onChange={(event) => props.onChange(event.target.checked)} />
      {place.page === null
        ? fillText(resourceDetail.aboutSecond, { time: clock(place.second ?? 0) })
        : fillText(resourceDetail.aboutPage, { number: place.page })}
    </label>
  );
}

export function placeWords({ page, second }: Place, { resourceDetail }: Texts): string | null {
  if (page !== null) return fillText(resourceDetail.goToPage, { number: page });
  return second === null ? null : clock(second);
}
