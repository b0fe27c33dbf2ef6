import { createFolder, type Folder, type Library, updateFolder } from '@lectern/contract/features/library.ts';
import { useState } from 'react';
import { TextField } from '../../components/text-field.tsx';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { notify } from '../../lib/notifications.ts';
import { useMutationOf } from '../../lib/queries.ts';
import { FormDialog } from './form-dialog.tsx';
import { closeLibraryDialog } from './library-dialog.ts';
import { changedByFolders } from './renew-folders.ts';

const longest = 200;

type Props =
  | { library: Library; parent: Folder | null; folder?: undefined; onCreated: (folder: Folder) => void }
  | { folder: Folder };

/** Names a new folder, or an old one anew. */
export function FolderNameDialog(props: Props) {
  const { library: texts, words } = useTexts();
  const { folder } = props;
  const [name, setName] = useState(folder?.name ?? '');
  const [tried, setTried] = useState(false);
  const create = useMutationOf(createFolder, { invalidates: changedByFolders, quiet: true });
  const rename = useMutationOf(updateFolder, { invalidates: changedByFolders, quiet: true });
  const wrong = name.trim() === '' ? words.required : /[/\\]/.test(name) ? texts.slashes : undefined;

  const submit = () => {
    setTried(true);
    if (wrong) return;
    if (props.folder) {
      const { id, version } = props.folder;
      const onSuccess = (renamed: Folder) => done(fillText(texts.renamed, { name: renamed.name }));
      rename.mutate({ params: { id }, body: { name, version } }, { onSuccess });
    } else {
      const { library, parent, onCreated } = props;
      const onSuccess = (created: Folder) => {
        done(fillText(texts.created, { name: created.name }));
        onCreated(created);
      };
      create.mutate({ params: { id: library.id }, body: { parentId: parent?.id ?? null, name } }, { onSuccess });
    }
  };
  const title = props.folder
    ? fillText(texts.renameTitle, { name: props.folder.name })
    : fillText(texts.newFolderIn, { name: props.parent?.name ?? props.library.name });
  return (
    <FormDialog
      title={title}
      submitLabel={folder ? texts.rename : texts.create}
      busy={create.isPending || rename.isPending}
      error={create.error ?? rename.error}
      onSubmit={submit}
    >
      <TextField
        label={texts.folderName}
        value={name}
        maxLength={longest}
        error={tried ? wrong : undefined}
        data-first-focus
        autoComplete="off"
        onChange={setName}
      />
    </FormDialog>
  );
}

function done(title: string): void {
  closeLibraryDialog();
  notify({ level: 'success', title });
}
