import { listLibraries } from '@lectern/contract/features/library.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { UploadPlace } from '../../components/upload/drop-area.tsx';
import { useCurrentUser } from '../../lib/current-user.tsx';
import { queryOf } from '../../lib/queries.ts';

/** One's personal library, where new files go; null until it is known. */
export function useMyLibrary(): UploadPlace | null {
  const me = useCurrentUser();
  const libraries = useQuery({ ...queryOf(listLibraries, {}, { quiet: true }), staleTime: 60_000 });
  const own = libraries.data?.find(({ kind, owner }) => kind === 'personal' && owner?.id === me.id);
  return useMemo(() => (own ? { libraryId: own.id, folderId: null, name: own.name } : null), [own]);
}
