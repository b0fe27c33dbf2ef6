import { mayOpen } from '@lectern/contract/access.ts';
import { type PassageGroup, searchPassages } from '@lectern/contract/features/search.ts';
import { getRoute } from '@lectern/contract/routes.ts';
import { useQuery } from '@tanstack/react-query';
import { useCurrentUser } from '../../lib/current-user.tsx';
import { queryOf } from '../../lib/queries.ts';
import { usePaused } from './use-paused.ts';

const detailPage = getRoute('resource.document');
/** Titles and descriptions are found among the resources. */
const sources = 'document,ocr,speech';

export type FoundPassages = { groups: PassageGroup[]; offered: boolean; searching: boolean; failed: boolean };

/** What stands in documents, was said, or is written in pictures: only for those who may open their pages. */
export function usePassages(text: string): FoundPassages {
  const user = useCurrentUser();
  const wanted = usePaused(text.trim().slice(0, 200));
  const offered = mayOpen(user, detailPage);
  const query = useQuery({
    ...queryOf(searchPassages, { query: { text: wanted, sources } }, { quiet: true }),
    enabled: offered && wanted !== '',
  });
  const asked = offered && text.trim() !== '';
  return {
    groups: asked ? (query.data ?? []) : [],
    offered: asked,
    searching: asked && (query.isFetching || wanted !== text.trim()),
    failed: asked && query.isError,
  };
}
