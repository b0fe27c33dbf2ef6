import { mayOpen } from '@lectern/contract/access.ts';
import { type SearchHit, searchResources } from '@lectern/contract/features/search.ts';
import { getRoute, type Route } from '@lectern/contract/routes.ts';
import { useCurrentUser } from '../../lib/current-user.tsx';
import { queryOf } from '../../lib/queries.ts';
import { type Found, useFound } from './use-found.ts';

/** Whoever may open one of the details may open them all. */
const detailPage = getRoute('resource.document');
/** Lists that can be searched, the one that holds most first. */
const listPages = [getRoute('resource.info'), getRoute('resource.library'), getRoute('home.my')];

export type FoundResources = Found<SearchHit> & {
  /** Where the search can go on; undefined where this person has no such page. */
  listPage: Route | undefined;
};

/** Resources by title, description, tags, file name or author. */
export function useResources(text: string): FoundResources {
  const user = useCurrentUser();
  const found = useFound(text, detailPage, (wanted) =>
    queryOf(searchResources, { query: { text: wanted } }, { quiet: true }),
  );
  return { ...found, listPage: listPages.find((page) => mayOpen(user, page)) };
}
