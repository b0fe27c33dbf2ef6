import { useStore } from '../../../lib/use-store.ts';
import { favouriteDialog } from '../favourite-dialog.ts';
import { FolderDialog } from './folder-dialog.tsx';
import { MoveDialog } from './move-dialog.tsx';
import { NoteDialog } from './note-dialog.tsx';

/** The question that is open, if one is. */
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
