import { type Folder, listFolders, listLibraries } from '@lectern/contract/features/library.ts';
import { useQuery } from '@tanstack/react-query';
import { useTexts } from '../../lib/i18n/use-texts.ts';
import { queryOf } from '../../lib/queries.ts';
import { ErrorPanel } from '../error-panel.tsx';
import { SelectField } from '../select-field.tsx';
import './resource-form.css';

export type Place = { libraryId: string; folderId: string | null };

/** Chooses a library the user may add to, and a folder in it; null until chosen. */
export function PlaceChooser({ value, onChange }: { value: Place | null; onChange: (place: Place) => void }) {
  const { resource } = useTexts();
  const words = resource.place;
  const libraries = useQuery(queryOf(listLibraries, {}, { quiet: true }));
  const folders = useQuery({
    ...queryOf(listFolders, { params: { id: value?.libraryId ?? '' } }, { quiet: true }),
    enabled: value !== null,
  });
  if (libraries.error) return <ErrorPanel error={libraries.error} onRetry={() => void libraries.refetch()} />;
  const open = (libraries.data ?? []).filter(({ mayAdd }) => mayAdd);
  const nothing = { value: '', label: words.choose };
  const inOrder = value && folders.data ? folderOrder(folders.data) : [];
  return (
    <div className="resource-form">
      <SelectField
        label={words.library}
        value={value?.libraryId ?? ''}
        options={[...(value ? [] : [nothing]), ...open.map(({ id, name }) => ({ value: id, label: name }))]}
        hint={libraries.data && open.length === 0 ? words.none : undefined}
        disabled={!libraries.data}
        onChange={(libraryId) => libraryId && onChange({ libraryId, folderId: null })}
      />
      <SelectField
        label={words.folder}
        value={value?.folderId ?? ''}
        options={[
          { value: '', label: words.noFolder },
          ...inOrder.map(({ folder, depth }) => ({
            value: folder.id,
            label: `${'\u2003'.repeat(depth)}${folder.name}`,
          })),
        ]}
        disabled={!value || !folders.data}
        onChange={(folderId) => value && onChange({ ...value, folderId: folderId || null })}
      />
      {folders.error && <ErrorPanel error={folders.error} onRetry={() => void folders.refetch()} />}
    </div>
  );
}

/** Folders in tree order. */
export function folderOrder(folders: readonly Folder[]): { folder: Folder; depth: number }[] {
  const ids = new Set(folders.map(({ id }) => id));
  const below = Map.groupBy(folders, ({ parentId }) => (parentId && ids.has(parentId) ? parentId : null));
  const walk = (parent: string | null, depth: number): { folder: Folder; depth: number }[] =>
    (below.get(parent) ?? []).flatMap((folder) => [{ folder, depth }, ...walk(folder.id, depth + 1)]);
  return walk(null, 0);
}
