import { type Folder, type Library, listFolders } from '@lectern/contract/features/library.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { folderOrder } from '../../components/resource/place-chooser.tsx';
import { SelectField } from '../../components/select-field.tsx';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { queryOf } from '../../lib/queries.ts';
import { moveFolder } from './folder-moves.ts';
import { FormDialog } from './form-dialog.tsx';
import { closeLibraryDialog } from './library-dialog.ts';
import { withDescendants } from './tree/tree-entries.ts';

/** Chooses the folder that another one goes below; the same as dragging it there. */
export function MoveFolderDialog({ library, folder }: { library: Library; folder: Folder }) {
  const { library: texts } = useTexts();
  const client = useQueryClient();
  const folders = useQuery(queryOf(listFolders, { params: { id: library.id } }, { quiet: true }));
  const [parentId, setParentId] = useState(folder.parentId ?? '');
  const own = withDescendants(folders.data ?? [], folder.id);
  const offered = folderOrder(folders.data ?? []).filter(({ folder: { id } }) => !own.has(id));
  const submit = () => {
    const parent = folders.data?.find(({ id }) => id === parentId) ?? null;
    closeLibraryDialog();
    if (parentId !== (folder.parentId ?? '')) void moveFolder(client, folder, parent, parent?.name ?? library.name);
  };
  return (
    <FormDialog
      title={fillText(texts.moveTitle, { name: folder.name })}
      submitLabel={texts.move.replace('…', '')}
      busy={false}
      error={folders.error}
      onSubmit={submit}
    >
      <SelectField
        label={texts.moveTo}
        hint={texts.moveHint}
        value={parentId}
        disabled={!folders.data}
        options={[
          { value: '', label: texts.top },
          ...offered.map(({ folder: { id, name }, depth }) => ({
            value: id,
            label: `${'\u2003'.repeat(depth + 1)}${name}`,
          })),
        ]}
        onChange={setParentId}
      />
    </FormDialog>
  );
}
