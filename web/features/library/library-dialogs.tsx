import { useStore } from '../../lib/use-store.ts';
import { DeleteFolderDialog, DeleteLibraryDialog } from './delete-dialogs.tsx';
import { FolderNameDialog } from './folder-name-dialog.tsx';
import { ImportMetadataDialog } from './import-metadata-dialog.tsx';
import { libraryDialog } from './library-dialog.ts';
import { MoveFolderDialog } from './move-folder-dialog.tsx';
import { NewLibraryDialog } from './new-library-dialog.tsx';
import { SettingsDialog } from './settings-dialog.tsx';
import { useLibraryPlace } from './use-library-place.ts';

/** Whatever the library page asks. */
export function LibraryDialogs() {
  const dialog = useStore(libraryDialog);
  const { go, folderId, libraryId } = useLibraryPlace();
  switch (dialog?.kind) {
    case undefined:
      return null;
    case 'newLibrary':
      return <NewLibraryDialog onCreated={(id) => go({ libraryId: id })} />;
    case 'settings':
      return <SettingsDialog library={dialog.library} />;
    case 'deleteLibrary':
      return <DeleteLibraryDialog library={dialog.library} onDeleted={() => go({})} />;
    case 'newFolder': {
      const { library, parent } = dialog;
      return (
        <FolderNameDialog
          library={library}
          parent={parent}
          onCreated={({ id }) => go({ libraryId: library.id, folderId: id })}
        />
      );
    }
    case 'renameFolder':
      return <FolderNameDialog folder={dialog.folder} />;
    case 'moveFolder':
      return <MoveFolderDialog library={dialog.library} folder={dialog.folder} />;
    case 'deleteFolder':
      return (
        <DeleteFolderDialog
          library={dialog.library}
          folder={dialog.folder}
          onDeleted={(parentId) => {
            if (folderId === dialog.folder.id) go({ libraryId, folderId: parentId ?? undefined });
          }}
        />
      );
    case 'import':
      return <ImportMetadataDialog library={dialog.library} />;
  }
}
