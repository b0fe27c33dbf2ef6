import { listFavouriteFolders, listFavourites } from '@lectern/contract/features/favourite.ts';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';
import { useLiveEvents } from '../../lib/live-events.ts';
import { isAnswerOf, queryKeyOf, queryOf } from '../../lib/queries.ts';
import { usePagedRows } from '../../lib/use-paged-rows.ts';

export function useFavouriteFolders() {
  return useQuery(queryOf(listFavouriteFolders, {}, { quiet: true }));
}

/** The user's favourites in a folder, page by page. */
export function useFavourites(asked: { folder?: string; search?: string }) {
  const client = useQueryClient();
  useLiveEvents('resource', () => void refreshFavourites(client));
  return usePagedRows({
    first: queryKeyOf(listFavourites, { query: asked }),
    fetch: (after, signal) =>
      call(listFavourites, { query: { ...asked, ...(after && { after }) } }, { signal, quiet: true }),
  });
}

export function refreshFavourites(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ predicate: isAnswerOf([listFavourites, listFavouriteFolders]) });
}
