import {
  createFavouriteFolder,
  type Favourite,
  type FavouriteFolder,
  listFavouriteFolders,
  updateFavouriteFolder,
} from '@lectern/contract/features/favourite.ts';
import { useState } from 'react';
import { fieldErrorsOf } from '../../../components/field.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { SelectField } from '../../../components/select-field.tsx';
import { TextareaField, TextField } from '../../../components/text-field.tsx';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { navigate } from '../../../lib/navigation.ts';
import { useMutationOf } from '../../../lib/queries.ts';
import { useStore } from '../../../lib/store.ts';
import { favouriteHref } from '../favourite-address.ts';
import { closeFavouriteDialog, favouriteDialog } from '../favourite-dialog.ts';
import { told, useFavouriteActions } from '../use-favourite-actions.ts';
import { useFavouriteFolders } from '../use-favourites.ts';

/** Renders the open dialog, if any. */
export function FavouriteDialogs() {
  const dialog = useStore(favouriteDialog);
  switch (dialog?.kind) {
    case 'newFolder':
      return <FolderDialog folder={null} />;
    case 'renameFolder':
      return <FolderDialog folder={dialog.folder} />;
    case 'note':
      return <NoteDialog favourite={dialog.favourite} />;
    case 'move':
      return <MoveDialog favourites={dialog.favourites} done={dialog.done} />;
    default:
      return null;
  }
}

type Props = { favourites: readonly Favourite[]; done: () => void };
const none = 'none';

/** Moves favourites without dragging. */
function MoveDialog({ favourites, done }: Props) {
  const { favourite: words } = useTexts();
  const folders = useFavouriteFolders().data?.folders ?? [];
  const actions = useFavouriteActions([], () => undefined, false);
  const from = favourites[0]?.folderId ?? null;
  const [folderId, setFolderId] = useState(folders.find(({ id }) => id !== from)?.id ?? none);
  const confirm = () => {
    closeFavouriteDialog();
    done();
    void actions.move(favourites, folders.find(({ id }) => id === folderId) ?? { id: null, name: words.unfiled });
  };
  return (
    <FormDialog
      title={words.moveTitle}
      confirmLabel={words.moveConfirm}
      busy={false}
      onClose={closeFavouriteDialog}
      onConfirm={confirm}
    >
      <SelectField
        label={words.moveTo}
        value={folderId}
        options={[
          ...folders.map(({ id, name }) => ({ value: id, label: name })),
          { value: none, label: words.unfiled },
        ]}
        onChange={setFolderId}
      />
    </FormDialog>
  );
}

function NoteDialog({ favourite }: { favourite: Favourite }) {
  const { favourite: words, words: common } = useTexts();
  const actions = useFavouriteActions([], () => undefined, false);
  const [note, setNote] = useState(favourite.note);
  const [saving, setSaving] = useState(false);
  // Stays open until saving has succeeded, so nothing typed is lost.
  const confirm = async () => {
    setSaving(true);
    const saved = note.trim() === favourite.note || (await actions.note(favourite, note));
    setSaving(false);
    if (saved) closeFavouriteDialog();
  };
  return (
    <FormDialog
      title={fillText(words.noteTitle, { title: favourite.title })}
      confirmLabel={common.save}
      busy={saving}
      onClose={closeFavouriteDialog}
      onConfirm={() => void confirm()}
    >
      <TextareaField
        label={words.noteLabel}
        hint={words.noteHint}
        value={note}
        maxLength={1000}
        rows={4}
        onChange={setNote}
        data-first-focus
      />
    </FormDialog>
  );
}

/** Creates or renames a folder. */
function FolderDialog({ folder }: { folder: FavouriteFolder | null }) {
  const { favourite: words, words: common } = useTexts();
  const settings = { quiet: true, idempotent: true, invalidates: [listFavouriteFolders] };
  const create = useMutationOf(createFavouriteFolder, settings);
  const rename = useMutationOf(updateFavouriteFolder, settings);
  const [name, setName] = useState(folder?.name ?? '');
  const [tried, setTried] = useState(false);
  const error = create.error ?? rename.error;
  const refused = fieldErrorsOf(error).name;
  const confirm = () => {
    setTried(true);
    if (!name.trim()) return;
    if (folder) {
      const done = () => {
        closeFavouriteDialog();
        told(fillText(words.done.folderRenamed, { name: name.trim() }), () =>
          rename.mutateAsync({ params: { id: folder.id }, body: { name: folder.name } }),
        );
      };
      rename.mutate({ params: { id: folder.id }, body: { name } }, { onSuccess: done });
    } else {
      const done = (made: FavouriteFolder) => {
        closeFavouriteDialog();
        told(fillText(words.done.folderCreated, { name: made.name }));
        navigate(favouriteHref(made.id));
      };
      create.mutate({ body: { name } }, { onSuccess: done });
    }
  };
  return (
    <FormDialog
      title={folder ? words.renameTitle : words.newFolder}
      confirmLabel={folder ? common.save : words.create}
      busy={create.isPending || rename.isPending}
      error={refused ? null : error}
      onClose={closeFavouriteDialog}
      onConfirm={confirm}
    >
      <TextField
        label={words.folderName}
        value={name}
        maxLength={100}
        autoComplete="off"
        error={refused ?? (tried && !name.trim() ? common.required : undefined)}
        onChange={setName}
        data-first-focus
      />
    </FormDialog>
  );
}
