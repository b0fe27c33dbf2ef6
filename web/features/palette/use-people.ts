import { mayOpen } from '@lectern/contract/access.ts';
import { findPeople } from '@lectern/contract/features/people.ts';
import { getRoute } from '@lectern/contract/routes.ts';
import { useQuery } from '@tanstack/react-query';
import { useCurrentUser } from '../../lib/current-user.tsx';
import { queryOf } from '../../lib/queries.ts';
import { usePaused } from './use-paused.ts';

export const userPage = getRoute('system.systemAdmin');

/** People whose name or account contains the text: only for those who may open the page that shows them. */
export function usePeople(text: string) {
  const user = useCurrentUser();
  const wanted = usePaused(text.trim());
  const offered = mayOpen(user, userPage);
  const query = useQuery({
    ...queryOf(findPeople, { query: { text: wanted } }, { quiet: true }),
    enabled: offered && wanted !== '',
  });
  const asked = offered && text.trim() !== '';
  return {
    people: asked ? (query.data ?? []) : [],
    searching: asked && (query.isFetching || wanted !== text.trim()),
    failed: asked && query.isError,
  };
}
