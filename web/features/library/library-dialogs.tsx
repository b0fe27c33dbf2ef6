import {
  createFolder,
  createLibrary,
  type Folder,
  type Library,
  listFolders,
  updateFolder,
} from '@lectern/contract/features/library.ts';
import { listUnits } from '@lectern/contract/features/organisation.ts';
import { listLibraryResources, listResources } from '@lectern/contract/features/resource.ts';
import { resourceImport, resourceImportEndpoints } from '@lectern/contract/features/resource-import.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { FormDialog } from '../../components/form-dialog.tsx';
import type { ImportDefinition } from '../../components/import/import-definition.ts';
import { ImportDialog } from '../../components/import/import-dialog.tsx';
import { folderOrder } from '../../components/resource/place-chooser.tsx';
import { SelectField } from '../../components/select-field.tsx';
import { TextField } from '../../components/text-field.tsx';
import { subtreeIds } from '../../components/tree/tree-model.ts';
import { useCurrentUser } from '../../lib/current-user.tsx';
import { fillText, type Texts, useTexts } from '../../lib/i18n/use-texts.ts';
import { notify } from '../../lib/notifications.ts';
import { queryOf, useMutationOf } from '../../lib/queries.ts';
import { useStore } from '../../lib/store.ts';
import { DeleteFolderDialog, DeleteLibraryDialog } from './delete-dialogs.tsx';
import { changedByFolders, moveFolder } from './folder-moves.ts';
import { closeLibraryDialog, libraryDialog } from './library-dialog.ts';
import { shownName } from './library-values.ts';
import { SettingsDialog } from './settings-dialog.tsx';
import { useLibraryPlace } from './use-library-place.ts';

/** Renders the open dialog, if any. */
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

/** Imports resource metadata from a table whose rows name files of this library. */
function ImportMetadataDialog({ library }: { library: Library }) {
  const user = useCurrentUser();
  const definition = useMemo<ImportDefinition>(
    () => ({
      declaration: resourceImport,
      endpoints: resourceImportEndpoints,
      within: library.id,
      title: (texts) => texts.library.importTitle,
      fieldName,
      note: (texts) => fillText(texts.library.importNote, { name: shownName(library, user, texts) }),
      invalidates: [listLibraryResources, listResources],
    }),
    [library, user],
  );
  return <ImportDialog definition={definition} onClose={closeLibraryDialog} />;
}

function fieldName(field: string, { resource, library }: Texts): string {
  if (field === 'file') return library.importFile;
  if (field === 'id') return library.importId;
  return resource.fields[field as keyof typeof resource.fields] ?? field;
}

/** Moves a folder below another; the same as dragging it. */
function MoveFolderDialog({ library, folder }: { library: Library; folder: Folder }) {
  const { library: texts } = useTexts();
  const client = useQueryClient();
  const folders = useQuery(queryOf(listFolders, { params: { id: library.id } }, { quiet: true }));
  const [parentId, setParentId] = useState(folder.parentId ?? '');
  const own = subtreeIds(folders.data ?? [], folder.id);
  const offered = folderOrder(folders.data ?? []).filter(({ folder: { id } }) => !own.has(id));
  const submit = () => {
    const parent = folders.data?.find(({ id }) => id === parentId) ?? null;
    closeLibraryDialog();
    if (parentId !== (folder.parentId ?? '')) void moveFolder(client, folder, parent, parent?.name ?? library.name);
  };
  return (
    <FormDialog
      title={fillText(texts.moveTitle, { name: folder.name })}
      confirmLabel={texts.move.replace('…', '')}
      busy={false}
      error={folders.error}
      onClose={closeLibraryDialog}
      onConfirm={submit}
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

const longest = 200;

type Props =
  | { library: Library; parent: Folder | null; folder?: undefined; onCreated: (folder: Folder) => void }
  | { folder: Folder };

/** Creates or renames a folder. */
function FolderNameDialog(props: Props) {
  const user = useCurrentUser();
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
    : fillText(texts.newFolderIn, { name: props.parent?.name ?? shownName(props.library, user, { library: texts }) });
  return (
    <FormDialog
      title={title}
      confirmLabel={folder ? texts.rename : texts.create}
      busy={create.isPending || rename.isPending}
      error={create.error ?? rename.error}
      onClose={closeLibraryDialog}
      onConfirm={submit}
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

function NewLibraryDialog({ onCreated }: { onCreated: (libraryId: string) => void }) {
  const _user = useCurrentUser();
  const { library: texts, words } = useTexts();
  const [name, setName] = useState('');
  const [kind, setKind] = useState<'school' | 'college'>('school');
  const [collegeId, setCollegeId] = useState('');
  const [tried, setTried] = useState(false);
  const units = useQuery({ ...queryOf(listUnits, {}, { quiet: true }), enabled: kind === 'college' });
  const create = useMutationOf(createLibrary, { invalidates: changedByFolders, quiet: true });
  const colleges = units.data?.colleges ?? [];
  const submit = () => {
    setTried(true);
    if (name.trim() === '' || (kind === 'college' && !collegeId)) return;
    create.mutate(
      { body: { name, kind, collegeId: kind === 'college' ? collegeId : null } },
      {
        onSuccess: (created) => {
          closeLibraryDialog();
          notify({ level: 'success', title: fillText(texts.created, { name: created.name }) });
          onCreated(created.id);
        },
      },
    );
  };
  return (
    <FormDialog
      title={texts.newLibrary}
      confirmLabel={texts.create}
      busy={create.isPending}
      error={create.error ?? units.error}
      onClose={closeLibraryDialog}
      onConfirm={submit}
    >
      <TextField
        label={texts.name}
        value={name}
        maxLength={100}
        error={tried && name.trim() === '' ? words.required : undefined}
        data-first-focus
        autoComplete="off"
        onChange={setName}
      />
      <SelectField
        label={texts.kind}
        value={kind}
        options={(['school', 'college'] as const).map((value) => ({ value, label: texts.kinds[value] }))}
        onChange={setKind}
      />
      {kind === 'college' && (
        <SelectField
          label={texts.college}
          value={collegeId}
          error={tried && !collegeId ? texts.chooseCollege : undefined}
          options={[
            { value: '', label: texts.unset },
            ...colleges.map(({ id, name: label }) => ({ value: id, label })),
          ]}
          onChange={setCollegeId}
        />
      )}
    </FormDialog>
  );
}
