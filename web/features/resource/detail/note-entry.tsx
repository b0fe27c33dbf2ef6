import type { ResourceDetailView } from '@lectern/contract/features/resource.ts';
import { deleteNote, type ResourceNote, updateNote } from '@lectern/contract/features/resource-detail.ts';
import { useState } from 'react';
import { Avatar } from '../../../components/avatar.tsx';
import { Button } from '../../../components/button.tsx';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { IconButton } from '../../../components/icon-button.tsx';
import type { ViewerLink } from '../../../components/viewers/viewer-link.ts';
import { useFormat } from '../../../lib/format.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { useMutationOf } from '../../../lib/queries.ts';
import { noteChanges } from './note-changes.ts';
import { placeWords } from './note-composer.tsx';

type Props = { resource: ResourceDetailView; note: ResourceNote; link: ViewerLink };

/** One note: its place leads there, its author can rewrite it, and whoever looks after the resource can settle it. */
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
          <div className="note-deeds">
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
