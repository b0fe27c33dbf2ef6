import {
  deleteFolder,
  deleteLibrary,
  type Folder,
  type Library,
  listFolders,
} from '@lectern/contract/features/library.ts';
import { useQuery } from '@tanstack/react-query';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { useFormat } from '../../lib/format.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { notify } from '../../lib/notifications.ts';
import { queryOf, useMutationOf } from '../../lib/queries.ts';
import { changedByFolders } from './folder-moves.ts';
import { closeLibraryDialog } from './library-dialog.ts';

type FolderProps = { library: Library; folder: Folder; onDeleted: (parentId: string | null) => void };

export function DeleteFolderDialog({ library, folder, onDeleted }: FolderProps) {
  const { library: texts } = useTexts();
  const format = useFormat();
  const remove = useMutationOf(deleteFolder, { invalidates: changedByFolders });
  const folders = useQuery(queryOf(listFolders, { params: { id: library.id } }, { quiet: true }));
  const parent = folders.data?.find(({ id }) => id === folder.parentId)?.name ?? library.name;
  const { id, name, version, resources } = folder;
  return (
    <ConfirmDialog
      open
      look="danger"
      title={fillText(texts.deleteFolderTitle, { name })}
      confirmLabel={texts.deleteConfirm}
      busy={remove.isPending}
      onClose={closeLibraryDialog}
      onConfirm={() =>
        remove.mutate(
          { params: { id }, query: { version } },
          {
            onSuccess: () => {
              closeLibraryDialog();
              notify({ level: 'success', title: fillText(texts.deleted, { name }) });
              onDeleted(folder.parentId);
            },
          },
        )
      }
    >
      {fillText(texts.deleteFolderText, { count: format.number(resources), parent })}
    </ConfirmDialog>
  );
}

export function DeleteLibraryDialog({ library, onDeleted }: { library: Library; onDeleted: () => void }) {
  const { library: texts } = useTexts();
  const remove = useMutationOf(deleteLibrary, { invalidates: changedByFolders });
  const { id, name } = library;
  return (
    <ConfirmDialog
      open
      look="danger"
      title={fillText(texts.deleteLibraryTitle, { name })}
      confirmLabel={texts.deleteConfirm}
      busy={remove.isPending}
      onClose={closeLibraryDialog}
      onConfirm={() =>
        remove.mutate(
          { params: { id } },
          {
            onSuccess: () => {
              closeLibraryDialog();
              notify({ level: 'success', title: fillText(texts.deleted, { name }) });
              onDeleted();
            },
          },
        )
      }
    >
      {texts.deleteLibraryText}
    </ConfirmDialog>
  );
}
