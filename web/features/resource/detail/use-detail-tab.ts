import { useLocation } from '@tanstack/react-router';
import { navigate } from '../../../lib/navigation.ts';

/** The chosen tab, kept in the address beside the list that one came from; the first one needs no mention. */
export function useDetailTab<Id extends string>(ids: readonly [Id, ...Id[]]): [Id, (id: Id) => void] {
  const { pathname, searchStr } = useLocation();
  const params = new URLSearchParams(searchStr);
  const active = ids.find((id) => id === params.get('tab')) ?? ids[0];
  const choose = (id: Id) => {
    params.delete('tab');
    if (id !== ids[0]) params.set('tab', id);
    const query = params.toString();
    navigate(query ? `${pathname}?${query}` : pathname);
  };
  return [active, choose];
}
