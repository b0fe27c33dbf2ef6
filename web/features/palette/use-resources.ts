import { mayOpen } from '@lectern/contract/access.ts';
import { type SearchHit, searchResources } from '@lectern/contract/features/search.ts';
import { getRoute } from '@lectern/contract/routes.ts';
import { useQuery } from '@tanstack/react-query';
import { useCurrentUser } from '../../lib/current-user.tsx';
import { queryOf } from '../../lib/queries.ts';
import { usePaused } from './use-paused.ts';

export const resourcePage = getRoute('resource.info');

export type FoundResources = { hits: SearchHit[]; offered: boolean; searching: boolean; failed: boolean };

/** Resources by title, description, tags, file name or author: only for those who may open their pages. */
export function useResources(text: string): FoundResources {
  const user = useCurrentUser();
  const wanted = usePaused(text.trim().slice(0, 200));
  const offered = mayOpen(user, resourcePage);
  const query = useQuery({
    ...queryOf(searchResources, { query: { text: wanted } }, { quiet: true }),
    enabled: offered && wanted !== '',
  });
  const asked = offered && text.trim() !== '';
  return {
    hits: asked ? (query.data ?? []) : [],
    offered: asked,
    searching: asked && (query.isFetching || wanted !== text.trim()),
    failed: asked && query.isError,
  };
}
