import {
  createFavouriteFolder,
  type FavouriteFolder,
  listFavouriteFolders,
  updateFavouriteFolder,
} from '@lectern/contract/features/favourite.ts';
import { useState } from 'react';
import { fieldErrorsOf } from '../../../components/field-errors.ts';
import { TextField } from '../../../components/text-field.tsx';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { navigate } from '../../../lib/navigation.ts';
import { useMutationOf } from '../../../lib/queries.ts';
import { favouriteHref } from '../favourite-address.ts';
import { closeFavouriteDialog } from '../favourite-dialog.ts';
import { told } from '../told.ts';
import { Question } from './question.tsx';

/** A new folder, or another name for one. */
export function FolderDialog({ folder }: { folder: FavouriteFolder | null }) {
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
    <Question
      title={folder ? words.renameTitle : words.newFolder}
      confirmLabel={folder ? common.save : words.create}
      busy={create.isPending || rename.isPending}
      error={refused ? null : error}
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
    </Question>
  );
}
