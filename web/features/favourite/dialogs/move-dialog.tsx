import type { Favourite } from '@lectern/contract/features/favourite.ts';
import { useState } from 'react';
import { SelectField } from '../../../components/select-field.tsx';
import { useTexts } from '../../../lib/i18n/use-texts.ts';
import { closeFavouriteDialog } from '../favourite-dialog.ts';
import { useFavouriteDeeds } from '../use-favourite-deeds.ts';
import { useFavouriteFolders } from '../use-favourites.ts';
import { Question } from './question.tsx';

type Props = { favourites: readonly Favourite[]; done: () => void };
const none = 'none';

/** Another folder, for whoever does not drag. */
export function MoveDialog({ favourites, done }: Props) {
  const { favourite: words } = useTexts();
  const folders = useFavouriteFolders().data?.folders ?? [];
  const deeds = useFavouriteDeeds([], () => undefined, false);
  const from = favourites[0]?.folderId ?? null;
  const [folderId, setFolderId] = useState(folders.find(({ id }) => id !== from)?.id ?? none);
  const confirm = () => {
    closeFavouriteDialog();
    done();
    void deeds.move(favourites, folders.find(({ id }) => id === folderId) ?? { id: null, name: words.unfiled });
  };
  return (
    <Question title={words.moveTitle} confirmLabel={words.moveConfirm} busy={false} onConfirm={confirm}>
      <SelectField
        label={words.moveTo}
        value={folderId}
        options={[
          ...folders.map(({ id, name }) => ({ value: id, label: name })),
          { value: none, label: words.unfiled },
        ]}
        onChange={setFolderId}
      />
    </Question>
  );
}
