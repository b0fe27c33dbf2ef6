import { useLocation } from '@tanstack/react-router';
import { navigate } from '../lib/navigation.ts';

/** The active tab, kept in the address as `?tab=`; omitted for the first tab. */
export function useUrlTab<Id extends string>(ids: readonly [Id, ...Id[]]): [Id, (id: Id) => void] {
  const { pathname, searchStr } = useLocation();
  const asked = new URLSearchParams(searchStr).get('tab');
  const active = ids.find((id) => id === asked) ?? ids[0];
  const choose = (id: Id) => navigate(id === ids[0] ? pathname : `${pathname}?tab=${id}`);
  return [active, choose];
}
