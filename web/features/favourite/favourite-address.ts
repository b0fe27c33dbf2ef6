import { favouriteQuery } from '@lectern/contract/features/favourite.ts';
import { useLocation } from '@tanstack/react-router';
import { navigate } from '../../lib/navigation.ts';

const path = '/app/home/collect';

export function favouriteHref(folder: string, search = ''): string {
  const query = new URLSearchParams({ ...(folder !== 'all' && { folder }), ...(search && { search }) }).toString();
  return query ? `${path}?${query}` : path;
}

/** The open folder and the search text, kept in the query string. */
export function useFavouriteAddress() {
  const { searchStr } = useLocation();
  const query = favouriteQuery(new URLSearchParams(searchStr));
  const folder = query.folder ?? 'all';
  return {
    folder,
    search: query.search ?? '',
    query,
    setSearch: (search: string) => navigate(favouriteHref(folder, search)),
  };
}
