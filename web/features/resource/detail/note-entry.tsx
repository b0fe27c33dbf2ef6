import { getResource, type ResourceDetailView } from '@lectern/contract/features/resource.ts';
import {
  addNote,
  deleteNote,
  listNotes,
  listResourceActivity,
  type ResourceNote,
  updateNote,
} from '@lectern/contract/features/resource-detail.ts';
import { useState } from 'react';
import { Avatar } from '../../../components/avatar.tsx';
import { Button, IconButton } from '../../../components/button.tsx';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { clock } from '../../../components/viewers/media/clock.ts';
import type { Place, ViewerLink } from '../../../components/viewers/viewer-link.ts';
import { useFormat } from '../../../lib/format.ts';
import { fillText, type Texts, useTexts } from '../../../lib/i18n/use-texts.ts';
import { useMutationOf } from '../../../lib/queries.ts';
import { useStore } from '../../../lib/store.ts';

type Props = { resource: ResourceDetailView; note: ResourceNote; link: ViewerLink };

/** One note: links to its place, can be edited by its author, and resolved by anyone who manages the resource. */
export function NoteEntry({ resource, note, link }: Props) {
  const texts = useTexts();
  const { resourceDetail, words } = texts;
  const format = useFormat();
  const [draft, setDraft] = useState<string | null>(null);
  const [asking, setAsking] = useState(false);
  const update = useMutationOf(updateNote, { invalidates: noteChanges });
  const remove = useMutationOf(deleteNote, { invalidates: noteChanges });
  const params = { id: resource.id, noteId: note.id };
  const place = placeWords(note, texts);
  const settle = () => update.mutate({ params, body: { resolved: !note.resolvedAt } });
  const save = () =>
    update.mutate({ params, body: { text: draft?.trim() ?? '' } }, { onSuccess: () => setDraft(null) });
  return (
    <li className={note.resolvedAt ? 'note note-settled' : 'note'}>
      <Avatar name={note.author?.name ?? '?'} size={24} />
      <div className="note-body">
        <div className="note-line">
          <strong>{note.author?.name ?? words.unknown}</strong>
          <time dateTime={note.createdAt} title={format.dateTime(note.createdAt)}>
            {format.relativeTime(note.createdAt)}
          </time>
          {note.updatedAt !== note.createdAt && !note.resolvedAt && <span>{resourceDetail.edited}</span>}
          {place && (
            <button
              type="button"
              className="note-goto"
              title={fillText(resourceDetail.goThere, { place })}
              onClick={() => link.goTo({ page: note.page, second: note.second })}
            >
              {place}
            </button>
          )}
        </div>
        {draft === null ? (
          <p>{note.text}</p>
        ) : (
          <form
            onSubmit={(event) => {
              event.preventDefault();
              save();
            }}
          >
            <textarea
              className="field-input"
              aria-label={resourceDetail.note}
              rows={3}
              maxLength={5000}
              value={draft}
              onChange={(event) => setDraft(event.target.value)}
            />
            <Button size="small" onClick={() => setDraft(null)}>
              {words.cancel}
            </Button>
            <Button size="small" look="primary" submits busy={update.isPending} disabled={draft.trim() === ''}>
              {words.save}
            </Button>
          </form>
        )}
        {note.resolvedAt && (
          <small>
            {fillText(resourceDetail.settledBy, {
              name: note.resolvedBy ?? words.unknown,
              time: format.relativeTime(note.resolvedAt),
            })}
          </small>
        )}
        {draft === null && (
          <div className="note-actions">
            {(note.own || resource.mayEdit) && (
              <Button size="small" look="quiet" icon={note.resolvedAt ? 'undo' : 'check'} onClick={settle}>
                {note.resolvedAt ? resourceDetail.reopen : resourceDetail.settle}
              </Button>
            )}
            {note.own && (
              <>
                <IconButton icon="edit" label={resourceDetail.editNote} onClick={() => setDraft(note.text)} />
                <IconButton icon="trash" label={resourceDetail.removeNote} onClick={() => setAsking(true)} />
              </>
            )}
          </div>
        )}
      </div>
      <ConfirmDialog
        open={asking}
        title={resourceDetail.removeNoteTitle}
        confirmLabel={resourceDetail.removeNote}
        look="danger"
        busy={remove.isPending}
        onConfirm={() => remove.mutate({ params }, { onSettled: () => setAsking(false) })}
        onClose={() => setAsking(false)}
      >
        {resourceDetail.removeNoteText}
      </ConfirmDialog>
    </li>
  );
}

/** Adds a note; it can refer to the page or second the viewer is at. */
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

/** A separate component, so that only it re-renders while a recording plays. */
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

function placeWords({ page, second }: Place, { resourceDetail }: Texts): string | null {
  if (page !== null) return fillText(resourceDetail.goToPage, { number: page });
  return second === null ? null : clock(second);
}

/** Read calls to invalidate after a note changes. */
const noteChanges = [listNotes, getResource, listResourceActivity];
