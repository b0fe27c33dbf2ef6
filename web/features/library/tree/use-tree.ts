import { type Folder, listFolders } from '@lectern/contract/features/library.ts';
import { useQueries } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useTexts } from '../../../lib/i18n/use-texts.ts';
import { queryOf } from '../../../lib/queries.ts';
import type { LibraryPlace } from '../use-library-place.ts';
import { allKey, folderKey, keysAbove, libraryKey, treeEntries } from './tree-entries.ts';

/** The tree as it stands: what is unfolded, what is chosen, and the folders that were fetched for it. */
export function useTree({ libraries, library, libraryId, folders, folderId, own }: LibraryPlace) {
  const texts = useTexts().library;
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const listed = libraries.data ?? [];
  const known = library && !listed.some(({ id }) => id === library.id) ? [...listed, library] : listed;
  const opened = known.filter(({ id }) => open.has(libraryKey(id)));
  const answers = useQueries({
    queries: opened.map(({ id }) => queryOf(listFolders, { params: { id } }, { quiet: true })),
  });
  const byLibrary = new Map<string, readonly Folder[]>();
  opened.forEach(({ id }, index) => {
    const data = answers[index]?.data;
    if (data) byLibrary.set(id, data);
  });
  if (libraryId && folders.data) byLibrary.set(libraryId, folders.data);

  const above = useMemo(
    () => (folderId && folders.data ? keysAbove(folders.data, folderId).join(',') : ''),
    [folderId, folders.data],
  );
  // Whoever arrives by a link sees where they are.
  useEffect(() => {
    const keys = [...(libraryId ? [libraryKey(libraryId)] : []), ...above.split(',').filter(Boolean)];
    setOpen((was) => (keys.every((key) => was.has(key)) ? was : new Set([...was, ...keys])));
  }, [libraryId, above]);

  const named = known.map((library) => (library.id === own?.id ? { ...library, name: texts.mine } : library));
  return {
    entries: treeEntries({ libraries: named, folders: byLibrary, open, allName: texts.all }),
    chosen: folderId ? folderKey(folderId) : libraryId ? libraryKey(libraryId) : allKey,
    folders: byLibrary,
    toggle: (key: string, wanted?: boolean) =>
      setOpen((was) => {
        const next = new Set(was);
        if (wanted ?? !was.has(key)) next.add(key);
        else next.delete(key);
        return next;
      }),
  };
}
export type Tree = ReturnType<typeof useTree>;
