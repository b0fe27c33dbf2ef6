import { mayOpen } from '@lectern/contract/access.ts';
import { type SearchHit, searchResources } from '@lectern/contract/features/search.ts';
import { getRoute, type Route } from '@lectern/contract/routes.ts';
import { useQuery } from '@tanstack/react-query';
import { useCurrentUser } from '../../lib/current-user.tsx';
import { queryOf } from '../../lib/queries.ts';
import { usePaused } from './use-paused.ts';

/** Whoever may open one of the details may open them all. */
const detailPage = getRoute('resource.document');
/** Lists that can be searched, the one that holds most first. */
const listPages = [getRoute('resource.info'), getRoute('resource.library'), getRoute('home.my')];

export type FoundResources = {
  hits: SearchHit[];
  offered: boolean;
  searching: boolean;
  failed: boolean;
  /** Where the search can go on; undefined where this person has no such page. */
  listPage: Route | undefined;
};

/** Resources by title, description, tags, file name or author: only for those who may open their pages. */
export function useResources(text: string): FoundResources {
  const user = useCurrentUser();
  const wanted = usePaused(text.trim().slice(0, 200));
  const offered = mayOpen(user, detailPage);
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
    listPage: listPages.find((page) => mayOpen(user, page)),
  };
}
