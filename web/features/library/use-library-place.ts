import { type Folder, type Library, listFolders, listLibraries } from '@lectern/contract/features/library.ts';
import { libraryResourceList } from '@lectern/contract/features/resource.ts';
import { hasAbility } from '@lectern/contract/roles.ts';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { useListAddress } from '../../components/list-page/use-list-address.ts';
import type { UploadPlace } from '../../components/upload/drop-area.tsx';
import { useCurrentUser } from '../../lib/current-user.tsx';
import { useTexts } from '../../lib/i18n/use-texts.ts';
import { queryOf } from '../../lib/queries.ts';

/** The current library and folder, kept in the query string. */
export function useLibraryPlace() {
  const user = useCurrentUser();
  const { library: texts } = useTexts();
  const { address, change } = useListAddress(libraryResourceList);
  const libraryId = onlyOne(address.filters.library);
  const folderId = onlyOne(address.filters.folder);
  const libraries = useQuery(queryOf(listLibraries, {}, { quiet: true }));
  const listed = libraries.data?.find(({ id }) => id === libraryId);
  // Other people's personal libraries aren't listed, but administrators can open one by id.
  const named = useQuery({
    ...queryOf(listLibraries, { query: { ids: libraryId ?? '' } }, { quiet: true }),
    enabled: libraries.data !== undefined && libraryId !== undefined && !listed && hasAbility(user.roleId, 'admin'),
  });
  const library = listed ?? named.data?.find(({ id }) => id === libraryId);
  const folders = useQuery({
    ...queryOf(listFolders, { params: { id: libraryId ?? '' } }, { quiet: true }),
    enabled: libraryId !== undefined,
  });
  const folder = folders.data?.find(({ id }) => id === folderId);
  const own = libraries.data?.find(({ kind, owner }) => kind === 'personal' && owner?.id === user.id);
  const uploadPlace = useMemo(
    () => uploadPlaceOf(libraryId === undefined ? own : library, folder, own && { [own.id]: texts.mine }),
    [libraryId, own, library, folder, texts],
  );
  const go = useCallback(
    (to: { libraryId?: string | undefined; folderId?: string | undefined }) =>
      change({
        tab: libraryResourceList.tabs[0],
        search: '',
        filters: {
          ...(to.libraryId && { library: [to.libraryId] }),
          ...(to.folderId && { folder: [to.folderId] }),
        },
      }),
    [change],
  );
  return { libraries, library, libraryId, folders, folder, folderId, own, uploadPlace, go };
}
export type LibraryPlace = ReturnType<typeof useLibraryPlace>;

function onlyOne(value: unknown): string | undefined {
  return Array.isArray(value) && value.length === 1 ? String(value[0]) : undefined;
}

function uploadPlaceOf(
  library: Library | undefined,
  folder: Folder | undefined,
  names: Record<string, string> = {},
): UploadPlace | null {
  if (!library?.mayAdd) return null;
  const libraryName = names[library.id] ?? library.name;
  const name = folder ? `${libraryName} / ${folder.name}` : libraryName;
  return { libraryId: library.id, folderId: folder?.id ?? null, name };
}
