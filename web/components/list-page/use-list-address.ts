import type { ListDeclaration } from '@lectern/contract/list/define-list.ts';
import type { FilterValue } from '@lectern/contract/list/filter.ts';
import { type ListAddress, printAddress, printView, readAddress } from '@lectern/contract/list/list-address.ts';
import { useLocation } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { navigate } from '../../lib/navigation.ts';
import { useLatest } from '../../lib/use-latest.ts';

type Change = Partial<Omit<ListAddress, 'refused'>>;

/** The list's state, which is stored in the address, and functions to change it. */
export function useListAddress(list: ListDeclaration) {
  const { pathname, searchStr } = useLocation();
  const address = useMemo(() => readAddress(list, new URLSearchParams(searchStr)), [list, searchStr]);
  const latest = useLatest({ pathname, searchStr, address });

  /** Any change returns to the first page, unless it sets the page itself. */
  const change = useCallback(
    (change: Change) => {
      const now = latest.current;
      const next = { ...now.address, page: 1, cursor: undefined, ...change };
      navigate(hrefOf(list, now.pathname, now.searchStr, printAddress(list, next)));
    },
    [list],
  );
  const setFilter = useCallback(
    (name: string, value: FilterValue | undefined) => {
      const { [name]: _old, ...others } = latest.current.address.filters;
      change({ filters: value === undefined ? others : { ...others, [name]: value } });
    },
    [change],
  );
  /** Opens a saved query of this list and remembers the view's id. */
  const openView = useCallback(
    (query: string, viewId: string | null) => {
      const { pathname } = latest.current;
      const saved = printView(list, readAddress(list, new URLSearchParams(query)));
      navigate(withQuery(pathname, { ...saved, ...(viewId && { view: viewId }) }));
    },
    [list],
  );
  const openRow = useCallback((id: string) => {
    const { pathname, searchStr } = latest.current;
    navigate(rowHref(pathname, searchStr, id));
  }, []);

  const params = new URLSearchParams(searchStr);
  return {
    listId: list.id,
    address,
    searchStr,
    pathname,
    viewId: params.get('view'),
    change,
    setFilter,
    openView,
    openRow,
  };
}
export type ListPlace = ReturnType<typeof useListAddress>;

/** The list's address with one row opened over it. `id` always comes last. */
export function rowHref(pathname: string, searchStr: string, id: string): string {
  const { id: _other, ...params } = Object.fromEntries(new URLSearchParams(searchStr));
  return withQuery(pathname, { ...params, id });
}

/** Keeps the id of the saved view; other extra parameters belonged to the previous rows. */
function hrefOf(list: ListDeclaration, pathname: string, searchStr: string, fields: Record<string, string>): string {
  const view = new URLSearchParams(searchStr).get('view');
  return withQuery(pathname, { ...fields, ...(view && !('view' in list.filters) && { view }) });
}

function withQuery(pathname: string, fields: Record<string, string>): string {
  const query = new URLSearchParams(fields).toString();
  return query ? `${pathname}?${query}` : pathname;
}
